import Foundation

/// A simulation of Capacitor's official plugins for iOS. Formats and texts: https://capacitorjs.com/docs/apis, version 8.
@MainActor
enum CapacitorPlugins {
    static func all(of phone: SimulatedPhone) -> [String: SimulatedPlugin] {
        system(phone).merging(storage(phone)) { $1 }.merging(media(phone)) { $1 }.merging(interface(phone)) { $1 }
            .merging(notifications(phone)) { $1 }.merging(bars(phone)) { $1 }
    }

    private static func system(_ phone: SimulatedPhone) -> [String: SimulatedPlugin] {
        [
            "App": SimulatedPlugin([
                "getInfo": .promise { _ in
                    let app = phone.app
                    return [
                        "name": .string(app.name), "id": .string(app.id), "version": .string(app.version),
                        "build": .string(app.build),
                    ]
                },
                "getState": .promise { _ in ["isActive": .bool(phone.isActive)] },
                "getLaunchUrl": .promise { _ in
                    phone.openedURL.map { ["url": .string($0.absoluteString)] } ?? [:]
                },
                "getAppLanguage": .promise { _ in ["value": .string(phone.system.languageCode)] },
                // An app for iOS cannot end itself.
                "exitApp": .promise { _ in throw NativeCallError.missingOnIOS },
                "minimizeApp": .promise { _ in throw NativeCallError.missingOnIOS },
                "toggleBackButtonHandler": .promise { _ in throw NativeCallError.missingOnIOS },
            ]),
            "Device": SimulatedPlugin([
                "getId": .promise { _ in ["identifier": .string(phone.identifier)] },
                "getInfo": .promise { _ in deviceInfo(phone) },
                "getBatteryInfo": .promise { _ in
                    ["batteryLevel": .number(phone.battery.level), "isCharging": .bool(phone.battery.isCharging)]
                },
                "getLanguageCode": .promise { _ in ["value": .string(phone.system.languageCode)] },
                "getLanguageTag": .promise { _ in ["value": .string(phone.system.languageTag)] },
            ]),
            "Network": SimulatedPlugin(["getStatus": .promise { _ in phone.networkStatus }]),
            "Clipboard": SimulatedPlugin([
                "write": .promise { call in
                    let types = [("string", "text/plain"), ("url", "text/plain"), ("image", "image/png")]
                    for (option, type) in types {
                        guard let value = call.arguments[option]?.string else { continue }
                        if option == "url", URL(string: value) == nil { throw NativeCallError("Unable to form URL") }
                        if option == "image", !isPicture(value) { throw NativeCallError("Unable to encode image") }
                        phone.clipboard = (value, type)
                        return [:]
                    }
                    throw NativeCallError("No content provided")
                },
                "read": .promise { _ in
                    guard let clipboard = phone.clipboard else {
                        throw NativeCallError("There is no data on the clipboard")
                    }
                    return ["value": .string(clipboard.value), "type": .string(clipboard.type)]
                },
            ]),
        ]
    }

    /// Returns whether a text is a picture in Base64, with or without the start of a `data:` URL.
    private static func isPicture(_ text: String) -> Bool {
        let content = text.hasPrefix("data:") ? text.drop { $0 != "," }.dropFirst() : text[...]
        guard let bytes = Data(base64Encoded: String(content)) else { return false }
        let starts: [[UInt8]] = [
            [0x89, 0x50, 0x4E, 0x47], [0xFF, 0xD8, 0xFF], Array("GIF8".utf8), Array("RIFF".utf8),
        ]
        return starts.contains { bytes.starts(with: $0) }
    }

    private static func deviceInfo(_ phone: SimulatedPhone) -> NativeValue {
        let (system, version) = (phone.system, phone.system.systemVersion)
        let parts = version.split(separator: ".").compactMap { Double($0) } + [0, 0, 0]
        return [
            "name": .string(system.deviceName), "model": .string(system.modelIdentifier), "platform": "ios",
            "operatingSystem": "ios", "osVersion": .string(version),
            "iOSVersion": .number(parts[0] * 10_000 + parts[1] * 100 + parts[2]), "manufacturer": "Apple",
            "isVirtual": true, "webViewVersion": .string(version), "memUsed": .number(residentMemory),
        ]
    }

    /// The memory of this process, in bytes; 0 where it cannot be read.
    private static var residentMemory: Double {
        let counts = (try? String(contentsOfFile: "/proc/self/statm", encoding: .utf8))?.split(separator: " ") ?? []
        return counts.count > 1 ? (Double(counts[1]) ?? 0) * Double(sysconf(Int32(_SC_PAGESIZE))) : 0
    }

    private static func media(_ phone: SimulatedPhone) -> [String: SimulatedPlugin] {
        [
            "Camera": SimulatedPlugin(
                [
                    "getPhoto": .promise { call in try PhoneCamera.photo(phone, call.arguments) },
                    "pickImages": .promise { _ in
                        ["photos": [try PhoneCamera.photo(phone, ["resultType": "uri"])]]
                    },
                    "pickLimitedLibraryPhotos": .promise { _ in ["photos": []] },
                    "getLimitedLibraryPhotos": .promise { _ in ["photos": []] },
                ].merging(permissions(phone, "camera", "photos")) { $1 }),
            "Geolocation": SimulatedPlugin(
                [
                    "getCurrentPosition": .promise { _ in try position(phone) },
                    "watchPosition": .stream { call in
                        let position = try position(phone)
                        call.send(position)
                        phone.watch(call, call.id)
                    },
                    "clearWatch": .promise { call in
                        phone.stopWatching(try call.text("id"))
                        return [:]
                    },
                ].merging(permissions(phone, "location", "coarseLocation")) { $1 }),
        ]
    }

    static func position(_ phone: SimulatedPhone) throws -> NativeValue {
        guard phone.permission("location") != "denied" else {
            throw NativeCallError("User denied location permission", code: "OS-PLUG-GLOC-0003")
        }
        return [
            "timestamp": .number((Date().timeIntervalSince1970 * 1000).rounded()), "coords": phone.location.coordinates,
        ]
    }

    private static let noMessage = "Please provide a message for the dialog"

    private static func interface(_ phone: SimulatedPhone) -> [String: SimulatedPlugin] {
        [
            "Dialog": SimulatedPlugin([
                "alert": .promise { call in
                    _ = try call.text("message", orError: noMessage)
                    _ = phone.answerDialog()
                    return [:]
                },
                "confirm": .promise { call in
                    _ = try call.text("message", orError: noMessage)
                    return ["value": .bool(phone.answerDialog() != .cancel)]
                },
                "prompt": .promise { call in
                    _ = try call.text("message", orError: noMessage)
                    guard case .accept(let text) = phone.answerDialog() else {
                        return ["value": "", "cancelled": true]
                    }
                    return ["value": .string(text ?? call.arguments["inputText"]?.string ?? ""), "cancelled": false]
                },
            ]),
            "Share": SimulatedPlugin([
                "canShare": .promise { _ in ["value": true] },
                "share": .promise { call in
                    guard ["text", "url", "files"].contains(where: { call.arguments[$0] != nil }) else {
                        throw NativeCallError("Must provide at least url, text or files")
                    }
                    if phone.answerDialog() == .cancel { throw NativeCallError("Share canceled") }
                    phone.shared.append(call.arguments)
                    return ["activityType": "com.apple.UIKit.activity.CopyToPasteboard"]
                },
            ]),
            "Browser": SimulatedPlugin([
                "open": .promise { call in
                    let invalid = "Must provide a valid URL to open"
                    guard let url = URL(string: try call.text("url", orError: invalid)) else {
                        throw NativeCallError(invalid)
                    }
                    guard ["http", "https"].contains(url.scheme) else { throw NativeCallError("Unable to display URL") }
                    phone.openBrowser(url.absoluteString)
                    // The page loads after the call has its answer.
                    Task { phone.tell(.browserLoaded) }
                    return [:]
                },
                // No event: `browserFinished` is for the user's own tap.
                "close": .promise { _ in
                    guard phone.hasBrowser else { throw NativeCallError("No active window to close!") }
                    phone.hasBrowser = false
                    return [:]
                },
            ]),
            "Haptics": acknowledging(
                "impact", "notification", "vibrate", "selectionStart", "selectionChanged", "selectionEnd"),
            "StatusBar": statusBar(phone),
            "SplashScreen": acknowledging("show", "hide"),
            "Keyboard": SimulatedPlugin([
                // iOS shows the keyboard only for a focused field.
                "show": .promise { _ in throw NativeCallError.missingOnIOS },
                "hide": .promise { _ in
                    phone.setKeyboard(height: 0)
                    return [:]
                },
                "getResizeMode": .promise { _ in ["mode": "native"] },
                "setResizeMode": .promise { _ in [:] }, "setStyle": .promise { _ in [:] },
                "setScroll": .promise { _ in [:] }, "setAccessoryBarVisible": .promise { _ in [:] },
            ]),
        ]
    }

    /// Returns a plugin whose methods have an effect only on a real phone.
    private static func acknowledging(_ methods: String...) -> SimulatedPlugin {
        SimulatedPlugin(Dictionary(uniqueKeysWithValues: methods.map { ($0, .promise { _ in [:] }) }))
    }

    /// Returns the two methods that check and request permissions.
    static func permissions(_ phone: SimulatedPhone, _ names: String...) -> [String: SimulatedPlugin.Method] {
        let answer: @MainActor () -> NativeValue = {
            .object(Dictionary(uniqueKeysWithValues: names.map { ($0, phone.permission($0)) }))
        }
        return [
            "checkPermissions": .promise { _ in answer() },
            "requestPermissions": .promise { _ in
                phone.requestPermissions(names)
                return answer()
            },
        ]
    }
}
