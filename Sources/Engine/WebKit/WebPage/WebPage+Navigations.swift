extension WebPage {
    /// A step of a navigation. Apple API.
    ///
    /// A navigation starts, may be redirected, and commits and finishes, or ends with a ``NavigationError``.
    public enum NavigationEvent: Hashable, Sendable {
        /// The load has started; the previous page is shown still.
        case startedProvisionalNavigation
        /// The server has redirected the load.
        case receivedServerRedirect
        /// The document has begun to arrive, and is shown.
        case committed
        /// The page and its resources are loaded.
        case finished
    }

    /// The reason why a sequence of navigation events ends early. Apple API.
    public enum NavigationError: Error {
        /// The load failed before its document arrived, with the error that the enclosed value tells.
        case failedProvisionalNavigation(any Error)
        /// The page has closed its window, or its `WebPage` is gone.
        case pageClosed
        /// The web process of the page has ended.
        case webContentProcessTerminated
        /// There is no URL to load.
        case invalidURL
    }

    /// A new sequence of the events of all navigations, from now on. Apple API.
    ///
    /// The sequence throws at the first navigation that fails, and ends when the page is gone. Dropping the sequence stops no load.
    public var navigations: some AsyncSequence<NavigationEvent, any Error> { events.all() }
}
