import NativeHosts

extension SimulatedPhone {
    /// Answers a call with each place that the phone moves to.
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

    /// Ends what ``watch(_:_:)`` began.
    func stopWatching(_ id: String) { watches[id] = nil }
}

extension PluginCall {
    /// The place of a phone in the form that the call's framework has.
    fileprivate func position(_ phone: SimulatedPhone) throws -> NativeValue {
        arguments.array == nil ? try CapacitorPlugins.position(phone) : try CordovaServices.position(phone)
    }
}
