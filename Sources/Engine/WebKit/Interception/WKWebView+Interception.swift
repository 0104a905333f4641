import URLInterception

extension WKWebView: InterceptedView {
    /// The loader that answers intercepted requests for the view; nil where the network answers them.
    var interceptionLoader: MappedLoader? {
        hooks.interceptionSource?.interceptionLoader ?? liveConfiguration.networkLoader
    }

    var interceptionSource: (any InterceptionSource)? { hooks.interceptionSource }

    var protocolClasses: [AnyClass] { liveConfiguration.protocolClasses }

    /// Removes and returns the application's load with a mark. A second request with the mark is not completed.
    func takeLoad(markedAs mark: String) -> CompletingLoad? {
        let load = navigation.takeMainRequest { navigation, _ in navigation.loadMark == mark }
        return load.map { load in
            CompletingLoad(request: load.request) { [weak self] in
                self?.navigation.storeMainRequest($0, of: load.navigation)
            }
        }
    }
}

extension WKWebView {
    /// Sends the http(s) requests of the view's data store through the host from now on. A second call does nothing.
    package func interceptNetwork() {
        let store = liveConfiguration.websiteDataStore
        do {
            let interception = try store.networkInterception ?? NetworkInterception(store.context)
            store.networkInterception = interception
            interception.add(self)
        } catch {
            fatalError("The view's requests cannot be intercepted: \(error)")
        }
    }

    /// Calls `body` once no request of a page goes past the interception or the store's proxies any more: at once where none can.
    package func whenIntercepted(_ body: @escaping @MainActor () -> Void) {
        let store = liveConfiguration.websiteDataStore
        let settling = store.networkInterception?.settling ?? store.proxySettling
        if settling?.isAwaited(body) != true { body() }
    }

    func interceptedFailure(of url: URL?) -> NSError? {
        url.flatMap { liveConfiguration.websiteDataStore.networkInterception?.failure(of: $0) }
    }

    /// Returns whether the host completes a request that the view loads. The requests of a store with proxies go through the proxies.
    func hasHostComplete(_ request: URLRequest) -> Bool {
        guard request.mappingAddress(hooks.loadedAddress ?? { $0 }).isCompletedByHost else { return false }
        let store = liveConfiguration.websiteDataStore
        let isLeftToProxies = store.networkInterception == nil && !store.proxies.isEmpty
        SettingWithoutEffect.noteChange(
            of: "The method, the body or the Cookie header of a load in a data store with proxyConfigurations",
            isLeftToProxies, "a server receives more than a GET request for the URL")
        return !isLeftToProxies
    }
}
