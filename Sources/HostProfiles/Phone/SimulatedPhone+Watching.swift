import NativeHosts

extension SimulatedPhone {
    /// Replies to a call with each place that the phone moves to.
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

    /// Ends the replies to a call that ``watch(_:_:)`` began.
    func stopWatching(_ id: String) { watches[id] = nil }
}

extension PluginCall {
    /// Returns the place of a phone as the call's framework writes it.
    fileprivate func position(_ phone: SimulatedPhone) throws -> NativeValue {
        arguments.array == nil ? try CapacitorPlugins.position(phone) : try CordovaServices.position(phone)
    }
}
