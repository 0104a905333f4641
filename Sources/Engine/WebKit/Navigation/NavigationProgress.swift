/// Which `WKNavigation` the load events of a view belong to. Pure.
///
/// WebKitGTK has no navigation object: it reports that a load started, committed, finished or failed. The navigation of an API
/// call is the one that starts next; any other load that starts is a page's own.
@MainActor
struct NavigationProgress {
    /// A load that the application asked for and that has not started.
    struct Request {
        let navigation: WKNavigation
        /// The request that was given to `load`; only the application's request has a method, headers and a body.
        let request: URLRequest?
        /// The request that the host still has to complete: ``request``, or the one after its redirect.
        var undelivered: URLRequest?
        /// Whether the application gives the document, too.
        var isOfGivenDocument = false
        /// Whether the view makes the load again, about which the delegate was asked.
        var isRepeated = false
        /// Whether the delegate knows that the navigation has started.
        var startsSilently = false
        /// Whether a page chose the address.
        var isOfPage = false
    }

    enum Phase { case idle, provisional, committed }

    private(set) var requested: Request?
    private(set) var current: WKNavigation?
    private(set) var phase = Phase.idle
    /// The main request of the load that has started, until its document arrives.
    private(set) var loadedRequest: URLRequest?
    /// The simulated load, until WebKit begins it.
    private(set) var simulated: SimulatedLoad?
    /// Whether the web process has ended by itself, and no load has been asked for since: the view then has no page.
    private(set) var hasLostPage = false
    private var failed = false

    /// Notes an API call, and returns the navigation it gives to the application.
    mutating func request(_ request: URLRequest?, isOfGivenDocument: Bool = false) -> WKNavigation {
        simulated = nil
        hasLostPage = false
        let navigation = WKNavigation()
        requested = Request(
            navigation: navigation, request: request, undelivered: request, isOfGivenDocument: isOfGivenDocument)
        return navigation
    }

    /// Notes that the view makes the load of a navigation again, in another way.
    mutating func repeatRequest(_ request: URLRequest, of navigation: WKNavigation, startsSilently: Bool) {
        simulated = nil
        hasLostPage = false
        requested = Request(
            navigation: navigation, request: request, undelivered: request, isRepeated: true,
            startsSilently: startsSilently)
    }

    /// Records that a page chose the address of the requested load.
    mutating func attributeRequestedToPage() { requested?.isOfPage = true }

    /// Returns whether a load of an address is one that the view makes again.
    func isRepeated(_ url: URL?) -> Bool { requested.map { $0.isRepeated && $0.request?.url == url } ?? false }

    var isGivenDocumentRequested: Bool { requested?.isOfGivenDocument ?? false }

    /// Records a simulated load, which replaces any load that has not started.
    mutating func simulate(_ load: SimulatedLoad) {
        requested = nil
        hasLostPage = false
        simulated = load
    }

    /// The policy answer was no: the requested load will never start.
    mutating func cancelRequested() { requested = nil }

    /// The policy answer about an address was no. A load of another address, which was asked for since, goes on.
    mutating func cancelRequested(to url: URL?) {
        if requested?.request == nil || requested?.request?.url == url { requested = nil }
    }

    /// Notes the failure of a load that the view makes again. Returns whether it is one.
    mutating func failsForRepeat() -> Bool {
        guard phase == .provisional, let requested, requested.startsSilently else { return false }
        failed = true
        return true
    }

    /// A load has started. Returns its navigation, and the one it displaced before that was committed.
    mutating func start() -> (started: WKNavigation, displaced: WKNavigation?) {
        simulated = nil
        let request = requested
        requested = nil
        return start(request?.navigation ?? WKNavigation(), request: request?.undelivered)
    }

    /// Starts the simulated load. Returns the same values as ``start()``.
    mutating func startSimulated() -> (started: WKNavigation, displaced: WKNavigation?) {
        start(simulated?.navigation ?? WKNavigation(), request: nil)
    }

    private mutating func start(
        _ navigation: WKNavigation, request: URLRequest?
    ) -> (started: WKNavigation, displaced: WKNavigation?) {
        let displaced = phase == .provisional && !failed ? current : nil
        hasLostPage = false
        loadedRequest = request
        current = navigation
        phase = .provisional
        failed = false
        return (navigation, displaced)
    }

    /// Returns whether WebKit now begins the simulated load, whose start the delegate knows already.
    mutating func beginsSimulated(_ url: URL?) -> Bool {
        guard let load = simulated, load.stage == .handedOver, load.request.url == url else { return false }
        simulated = nil
        return true
    }

    /// Ends the simulated load before WebKit has its document.
    mutating func endSimulated() {
        simulated = nil
        if phase == .provisional { phase = .idle }
    }

    /// Removes and returns a main request that the host has to complete, so that no other request is completed from it.
    ///
    /// A request can reach the host before WebKit's report that its load has started.
    ///
    /// - Parameter matches: returns whether the request is the wanted one.
    mutating func takeMainRequest(
        where matches: (WKNavigation, URLRequest) -> Bool
    ) -> (navigation: WKNavigation, request: URLRequest)? {
        if let current, let request = loadedRequest, matches(current, request) {
            loadedRequest = nil
            return (current, request)
        }
        if let navigation = requested?.navigation, let request = requested?.undelivered, matches(navigation, request) {
            requested?.undelivered = nil
            return (navigation, request)
        }
        return nil
    }

    /// Stores the next main request of a navigation that the host has to complete. A navigation that was replaced has none.
    mutating func storeMainRequest(_ request: URLRequest, of navigation: WKNavigation) {
        if requested?.navigation === navigation {
            requested?.undelivered = request
        } else if current === navigation, phase == .provisional {
            loadedRequest = request
        }
    }

    mutating func commit() -> WKNavigation {
        phase = .committed
        loadedRequest = nil
        return currentOrNew()
    }

    /// The load is over; nil after a failure, which WebKitGTK follows up with a finish.
    mutating func finish() -> WKNavigation? {
        defer { failed = false }
        phase = .idle
        return failed ? nil : currentOrNew()
    }

    /// The load failed; nil where no load had started, so that there is nothing to report.
    mutating func fail() -> WKNavigation? {
        var navigation = current
        if phase == .idle {
            navigation = requested?.navigation
            requested = nil
        }
        loadedRequest = nil
        if simulated?.stage == .handedOver { simulated = nil }
        failed = true
        return navigation
    }

    /// The web process is gone, and every load with it.
    mutating func reset() {
        hasLostPage = true
        requested = nil
        simulated = nil
        current = nil
        loadedRequest = nil
        phase = .idle
        failed = false
    }

    private mutating func currentOrNew() -> WKNavigation {
        let navigation = current ?? WKNavigation()
        current = navigation
        return navigation
    }
}
