// The plugins of the framework, of the script and of the recording.
extension NativeHalf {
    /// Returns the simulated plugins with the methods that the script and the recording add.
    func allPlugins() -> [String: SimulatedPlugin] {
        var all: [String: SimulatedPlugin] =
            switch framework {
            case .capacitor: CapacitorPlugins.all(of: phone)
            case .cordova: CordovaServices.all(of: phone)
            case .hotwire: hotwireComponents.plugins.merging([TurboSession.name: TurboSession.plugin]) { $1 }
            case .plain, .swwebview, .reactNative, .flutter: [:]
            }
        for (name, methods) in script?.plugins ?? [:] {
            for method in methods {
                all[name, default: SimulatedPlugin([:])].methods[method] = scripted(name, method)
            }
        }
        for name in replay?.handlerNames ?? [] {
            let parts = name.split(separator: ".", maxSplits: 1).map { String($0) }
            guard parts.count == 2, all[parts[0]]?.methods[parts[1]] == nil else { continue }
            // The method makes the page list it. The recording answers its calls.
            let repeats = replay?.repeatingNames.contains(name) == true
            all[parts[0], default: SimulatedPlugin([:])].methods[parts[1]] =
                repeats
                ? .stream { _ in throw NativeCallError.missingOnIOS }
                : .promise { _ in throw NativeCallError.missingOnIOS }
        }
        for name in replay?.eventPlugins ?? [] where all[name] == nil { all[name] = SimulatedPlugin([:]) }
        return all
    }

    /// Returns a method that calls a script's plugin.
    private func scripted(_ plugin: String, _ method: String) -> SimulatedPlugin.Method {
        .promise { [weak self] call in
            guard let self else { throw NativeCallError("The native half has ended") }
            do {
                return try await self.plugin(plugin, method: method, options: call.arguments, frame: call.frame)
            } catch {
                if let error = error as? NativeCallError { hear(.error(error, handler: "\(plugin).\(method)")) }
                throw error
            }
        }
    }

    /// Calls a plugin's method of the script.
    ///
    /// - Throws: ``NativeCallError`` with the method's error, or for a missing method.
    public func plugin(
        _ name: String, method: String, options: NativeValue = [:], frame: NativeFrame? = nil
    ) async throws -> NativeValue {
        guard let script else { throw NativeCallError("There is no plugin “\(name)”, because no native.js is loaded") }
        return try await script.plugin(name, method: method, options: options, frame: frame)
    }

    /// Returns the closure that fires a plugin's event, such as `App.backButton`.
    ///
    /// - Throws: ``NativeCallError`` for a name without a plugin, and for an event that cannot be fired now.
    func checkedEvent(_ name: String, _ data: NativeValue) throws(NativeCallError) -> @MainActor () -> Void {
        guard framework.hasBridge else {
            throw NativeCallError("notify(“\(name)”): there are no plugins without a framework. Name it with --app")
        }
        let names = name.split(separator: ".", maxSplits: 1).map { String($0) }
        guard names.count == 2 else {
            throw NativeCallError("“notify” must be a plugin and its event, such as “App.backButton”")
        }
        for view in appViews { try view.bridge?.check(names[1], data, of: names[0]) }
        return { [weak self] in self?.fire(names[1], data, of: names[0]) }
    }
}
