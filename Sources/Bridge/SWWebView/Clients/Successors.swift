import ServiceWorkers

/// The end of a navigation that a service worker began.
enum Successor {
    /// The frame shows a document with a bridge.
    case client(Client)
    /// The frame shows a document that is none of the bridge's, which has another origin.
    case foreign
    /// The frame keeps its document: the load has failed, or gave no document.
    case none
}

/// The callers that wait for the document that replaces the one of a frame. Main actor only.
struct Successors {
    typealias Found = @MainActor (Successor) -> Void

    private struct Waiter {
        /// WebKit's id of the frame; nil for the main frame.
        let frame: UInt64?
        /// The address that the navigation began with; nil where it is not known.
        let address: String?
        let found: Found
    }

    /// The most callers at a time.
    private static let most = 256

    private var waiters: [Waiter] = []

    /// Calls `found` once, when the navigation of a frame has ended.
    ///
    /// - Parameter frame: WebKit's id of the frame; nil for the main frame.
    @MainActor
    mutating func wait(in frame: UInt64?, for address: String?, _ found: @escaping Found) {
        waiters.append(Waiter(frame: frame, address: address, found: found))
        if waiters.count > Self.most { waiters.removeFirst().found(.none) }
    }

    /// Calls the first waiter for a frame that has got a document.
    @MainActor
    mutating func came(_ successor: Successor, to frame: UInt64?) {
        guard let index = waiters.firstIndex(where: { $0.frame == frame }) else { return }
        waiters.remove(at: index).found(successor)
    }

    /// Calls the waiters for an address that gave no document.
    @MainActor
    mutating func failed(_ address: String) { fail { $0.address == address } }

    /// Calls the waiters for the main frame, whose load has failed.
    @MainActor
    mutating func mainFrameFailed() { fail { $0.frame == nil } }

    /// Calls every waiter, because the page has gone.
    @MainActor
    mutating func failAll() { fail { _ in true } }

    @MainActor
    private mutating func fail(where isMeant: (Waiter) -> Bool) {
        let failed = waiters.filter(isMeant)
        waiters.removeAll(where: isMeant)
        for waiter in failed { waiter.found(.none) }
    }
}
