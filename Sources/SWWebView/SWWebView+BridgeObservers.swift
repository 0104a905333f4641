extension SWWebView {
    /// The observer of every message between this view's pages and the bridge, in their order. Set it before loading.
    package var bridgeObserver: (@MainActor (BridgeMessage) -> Void)? {
        get { bridgeTap.observer }
        set { bridgeTap.observer = newValue }
    }

    /// The observer of every message between service workers of the view's data store and the host, in their order. The realm of a
    /// message is the worker's id.
    package var serviceWorkerBridgeObserver: (@MainActor (BridgeMessage) -> Void)? {
        get { services.tap?.observer }
        set { services.tap?.observer = newValue }
    }
}
