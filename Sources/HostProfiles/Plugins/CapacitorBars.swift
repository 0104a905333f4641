import NativeHosts

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
