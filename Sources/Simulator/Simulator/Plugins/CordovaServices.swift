import Foundation

/// A simulation of the services of Cordova's core plugins for iOS. Arguments are lists.
///
/// Sources: `src/ios` of cordova-plugin-{device,network-information,dialogs,camera,geolocation,inappbrowser,statusbar,
/// splashscreen,vibration}, of cordova-plugin-nativestorage, cordova-plugin-keyboard and cordova-plugin-ionic-keyboard.
@MainActor
enum CordovaServices {
    static func all(of phone: SimulatedPhone) -> [String: SimulatedPlugin] {
        [
            "Device": SimulatedPlugin([
                "getDeviceInfo": .promise { _ in
                    [
                        "manufacturer": "Apple", "model": .string(phone.system.modelIdentifier), "platform": "iOS",
                        "version": .string(phone.system.systemVersion), "uuid": .string(phone.identifier),
                        "cordova": "8.1.0", "isVirtual": true, "serial": "unknown", "isiOSAppOnMac": false,
                    ]
                }
            ]),
            "NetworkStatus": SimulatedPlugin(["getConnectionInfo": .stream { call in connection(phone, call) }]),
            "Notification": dialogs(phone), "Camera": camera(phone), "Geolocation": geolocation(phone),
            "NativeStorage": storage(phone), "File": CordovaFileService.plugin(of: phone),
            "InAppBrowser": SimulatedPlugin([
                "open": .stream { call in try browse(phone, call) },
                "close": .promise { _ in
                    phone.closeBrowser()
                    return nil
                },
            ]),
            "StatusBar": SimulatedPlugin([
                "show": .promise { _ in
                    phone.statusBar.isVisible = true
                    return nil
                },
                "hide": .promise { _ in
                    phone.statusBar.isVisible = false
                    return nil
                },
                // The callback stays, for taps on the bar.
                "_ready": .stream { call in call.send(.bool(phone.statusBar.isVisible)) },
                "*": .promise { _ in nil },
            ]),
            "Keyboard": keyboard(phone), "CDVIonicKeyboard": keyboard(phone),
            "SplashScreen": quiet, "LaunchScreen": quiet, "Vibration": quiet,
        ]
    }

    /// A service whose actions have no effect that a page can observe.
    private static let quiet = SimulatedPlugin(["*": .promise { _ in nil }])

    private static func keyboard(_ phone: SimulatedPhone) -> SimulatedPlugin {
        SimulatedPlugin([
            "hide": .promise { _ in
                phone.setKeyboard(height: 0)
                return nil
            },
            "*": .promise { _ in nil },
        ])
    }

    /// Opens a page in a browser that shows none. All events come to the callback of `open`, the last when the browser is closed.
    private static func browse(_ phone: SimulatedPhone, _ call: PluginCall) throws {
        guard let url = call.arguments[0]?.string else { throw NativeCallError.missing("url") }
        phone.openBrowser(url)
        for type in ["loadstart", "loadstop"] { call.send(["type": .string(type), "url": .string(url)]) }
        phone.listen { [weak call] change in
            guard case .browserClosed = change else { return call != nil }
            call?.send(["type": "exit"])
            return false
        }
    }

    private static func connection(_ phone: SimulatedPhone, _ call: PluginCall) {
        let type = { [weak phone] in NativeValue.string(phone?.isConnected == false ? "none" : "wifi") }
        call.send(type())
        phone.listen { [weak call] change in
            if case .isConnected = change { call?.send(type()) }
            return call != nil
        }
    }

    private static func dialogs(_ phone: SimulatedPhone) -> SimulatedPlugin {
        SimulatedPlugin([
            "alert": .promise { _ in
                _ = phone.answerDialog()
                return 1
            },
            "confirm": .promise { _ in phone.answerDialog() == .cancel ? 2 : 1 },
            "prompt": .promise { call in
                guard case .accept(let text) = phone.answerDialog() else { return ["buttonIndex": 2, "input1": ""] }
                return ["buttonIndex": 1, "input1": .string(text ?? call.arguments[3]?.string ?? "")]
            },
            "beep": .promise { _ in nil },
        ])
    }

    private static func camera(_ phone: SimulatedPhone) -> SimulatedPlugin {
        SimulatedPlugin([
            "takePicture": .promise { call in
                guard phone.permission("camera") != "denied" else { throw NativeCallError("has no access to camera") }
                guard phone.answerDialog() != .cancel else { throw NativeCallError("No Image Selected") }
                // The destination type is 0 for DATA_URL and 1 for FILE_URI.
                if call.arguments[1]?.integer == 0 { return .string(phone.picture.data.base64EncodedString()) }
                return .string(try PhoneCamera.file(of: phone.picture, phone))
            },
            "cleanup": .promise { _ in nil },
        ])
    }

    static func position(_ phone: SimulatedPhone) throws -> NativeValue {
        guard phone.permission("location") != "denied" else {
            throw NativeCallError("denied", data: ["code": 1, "message": "User denied Geolocation"])
        }
        guard case .object(var members) = phone.location.coordinates else { return nil }
        members["timestamp"] = .number((Date().timeIntervalSince1970 * 1000).rounded())
        return .object(members)
    }

    private static func geolocation(_ phone: SimulatedPhone) -> SimulatedPlugin {
        SimulatedPlugin([
            "getLocation": .promise { _ in try position(phone) },
            "addWatch": .stream { call in
                let position = try position(phone)
                call.send(position)
                phone.watch(call, call.arguments[0]?.string ?? call.id)
            },
            "clearWatch": .promise { call in
                phone.stopWatching(call.arguments[0]?.string ?? "")
                return nil
            },
        ])
    }

    private static func storage(_ phone: SimulatedPhone) -> SimulatedPlugin {
        // The codes are NULL_REFERENCE and ITEM_NOT_FOUND.
        func key(_ call: PluginCall) throws -> String {
            guard let key = call.arguments[0]?.string, !key.isEmpty else {
                throw NativeCallError("Reference was null", code: call.method.hasSuffix("Item") ? "3" : nil)
            }
            return key
        }
        let set: @MainActor (PluginCall) async throws -> NativeValue = { call in
            try phone.preferences.set(key(call), to: call.arguments[1]?.string ?? call.arguments[1]?.json ?? "null")
            return call.arguments[1] ?? nil
        }
        let number: @MainActor (PluginCall) async throws -> NativeValue = { call in
            .number(phone.preferences[try key(call)].flatMap { Double($0) } ?? 0)
        }
        return SimulatedPlugin([
            "getItem": .promise { call in
                guard let value = phone.preferences[try key(call)] else {
                    throw NativeCallError("not found", code: "2")
                }
                return .string(value)
            },
            "getString": .promise { call in phone.preferences[try key(call)].map { .string($0) } ?? nil },
            "getBoolean": .promise { call in .bool(phone.preferences[try key(call)] == "true") },
            "getInt": .promise(number), "getDouble": .promise(number),
            "setItem": .promise(set), "putString": .promise(set), "putBoolean": .promise(set), "putInt": .promise(set),
            "putDouble": .promise(set),
            "remove": .promise { call in
                try phone.preferences.set(key(call), to: nil)
                return nil
            },
            "clear": .promise { _ in
                try phone.preferences.removeAll()
                return nil
            },
            "keys": .promise { _ in .array(phone.preferences.keys.map { .string($0) }) },
        ])
    }
}
