extension SimulatedPhone {
    /// Replies to a call with each new location of the phone.
    func watch(_ call: PluginCall, _ id: String) {
        watches[id] = call
        if isWatched { return }
        isWatched = true
        listen { [weak self] change in
            guard let self else { return false }
            guard case .moved = change else { return true }
            for call in watches.values {
                if let value = try? call.position(self) { call.send(value) }
            }
            return true
        }
    }

    /// Ends the replies that ``watch(_:_:)`` began.
    func stopWatching(_ id: String) { watches[id] = nil }
}

extension PluginCall {
    /// Returns the location of a phone in the format of the call's framework.
    fileprivate func position(_ phone: SimulatedPhone) throws -> NativeValue {
        arguments.array == nil ? try CapacitorPlugins.position(phone) : try CordovaServices.position(phone)
    }
}
