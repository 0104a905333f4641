extension CapacitorPlugins {
    /// Returns the plugins for the system's bars, for toasts and for sheets with actions.
    ///
    /// Sources: Capacitor 8.4.2, `ios/Capacitor/Capacitor/Plugins/SystemBars.swift`; capacitor-plugins, `ToastPlugin.swift` (toast 8.0.1),
    /// `ActionSheetPlugin.swift` (action-sheet 8.1.1).
    static func bars(_ phone: SimulatedPhone) -> [String: SimulatedPlugin] {
        [
            "SystemBars": SimulatedPlugin([
                "setStyle": .promise { call in
                    let style = call.arguments["style"]?.string?.uppercased() ?? "DEFAULT"
                    phone.statusBar.style = ["DARK", "LIGHT"].contains(style) ? style : "DEFAULT"
                    return [:]
                },
                "setAnimation": .promise { _ in [:] },
                "show": .promise { call in
                    if namesStatusBar(call) { phone.statusBar.isVisible = true }
                    return [:]
                },
                "hide": .promise { call in
                    if namesStatusBar(call) { phone.statusBar.isVisible = false }
                    return [:]
                },
            ]),
            "Toast": SimulatedPlugin([
                "show": .promise { call in
                    guard call.arguments["text"]?.string != nil else {
                        throw NativeCallError("text must be provided and must be a string.")
                    }
                    return [:]
                }
            ]),
            "ActionSheet": SimulatedPlugin(["showActions": .promise { choice(of: $0, answer: phone.answerDialog()) }]),
        ]
    }

    /// Returns the plugin of the status bar. Source: capacitor-plugins, `StatusBarPlugin.swift`, `StatusBar.swift`.
    static func statusBar(_ phone: SimulatedPhone) -> SimulatedPlugin {
        /// Changes the bar, and fires an event once the call has its answer.
        func changing(
            _ event: String, _ change: @escaping @MainActor (PluginCall) throws -> Void
        ) -> SimulatedPlugin.Method {
            .promise { call in
                try change(call)
                Task { phone.tell(.statusBar(event: event, info(phone.statusBar, call.view))) }
                return [:]
            }
        }
        return SimulatedPlugin([
            "show": changing("statusBarVisibilityChanged") { _ in phone.statusBar.isVisible = true },
            "hide": changing("statusBarVisibilityChanged") { _ in phone.statusBar.isVisible = false },
            "setOverlaysWebView": changing("statusBarOverlayChanged") { call in
                phone.statusBar.overlays = call.arguments["overlay"]?.bool ?? phone.statusBar.overlays
            },
            "setStyle": .promise { call in
                if let style = call.arguments["style"]?.string { phone.statusBar.style = named(style) }
                return [:]
            },
            "setBackgroundColor": .promise { call in
                if let color = call.arguments["color"]?.string, isColor(color) {
                    phone.statusBar.color = color.uppercased()
                }
                return [:]
            },
            "getInfo": .promise { call in info(phone.statusBar, call.view) },
        ])
    }

    private static func named(_ style: String) -> String {
        switch style.lowercased() {
        case "dark", "lightcontent": "DARK"
        case "light", "darkcontent": "LIGHT"
        default: "DEFAULT"
        }
    }

    private static func isColor(_ text: String) -> Bool {
        text.hasPrefix("#") && [7, 9].contains(text.count)
            && text.dropFirst().allSatisfy { $0.isASCII && $0.isHexDigit }
    }

    private static func info(_ bar: SimulatedPhone.StatusBar, _ view: AppView?) -> NativeValue {
        // The height without a device is that of a phone without a notch.
        let inset = Double(view?.webView?.safeAreaInsets.top ?? 0)
        return [
            "visible": .bool(bar.isVisible), "style": .string(bar.style), "color": .string(bar.color),
            "overlays": .bool(bar.overlays), "height": .number(bar.isVisible ? (inset > 0 ? inset : 20) : 0),
        ]
    }

    /// Returns whether a call of SystemBars is about the status bar. A call without a bar is about all bars.
    private static func namesStatusBar(_ call: PluginCall) -> Bool {
        ["", "StatusBar"].contains(call.arguments["bar"]?.string ?? "")
    }

    /// Returns the action of a sheet that the user chooses: the action with the answer's text, or else the first action that does not
    /// cancel.
    private static func choice(of call: PluginCall, answer: SimulatedPhone.DialogAnswer) -> NativeValue {
        let actions = call.arguments["options"]?.array ?? []
        func index(_ isChosen: (NativeValue) -> Bool) -> Int? { actions.firstIndex(where: isChosen) }
        let chosen: Int? =
            switch answer {
            case .cancel: index { $0["style"] == "CANCEL" }
            case .accept(let title?): index { $0["title"]?.string == title }
            case .accept: index { $0["style"] != "CANCEL" }
            }
        guard let chosen else { return ["index": -1, "canceled": true] }
        return ["index": .number(Double(chosen)), "canceled": .bool(actions[chosen]["style"] == "CANCEL")]
    }
}
