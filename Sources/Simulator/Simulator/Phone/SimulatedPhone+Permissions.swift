extension SimulatedPhone {
    /// The names of the permission for notifications: of pages, and of Capacitor's plugins. On iOS an app has one permission.
    private static let notificationNames = ["notifications", "push", "display", "receive"]

    /// Returns the state of a permission. A name of the permission for notifications has the state that any of its names has.
    func permission(_ name: String) -> NativeValue {
        let others = Self.notificationNames.contains(name) ? Self.notificationNames : []
        return .string(([name] + others).lazy.compactMap { self.permissions[$0] }.first ?? "granted")
    }

    /// Asks the user for the permissions that have not been asked for, in one dialog.
    func requestPermissions(_ names: [String]) {
        let asked = names.filter { permission($0) == "prompt" }
        let state = !asked.isEmpty && answerDialog() == .cancel ? "denied" : "granted"
        var states = permissions
        for name in asked {
            states[name] = state
            guard Self.notificationNames.contains(name) else { continue }
            for other in Self.notificationNames where states[other] != nil { states[other] = state }
        }
        if !asked.isEmpty { permissions = states }
    }
}
