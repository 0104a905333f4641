/// The sequences that tell of a page's navigations. Main actor only.
@MainActor
final class NavigationEvents {
    typealias Stream = AsyncThrowingStream<WebPage.NavigationEvent, any Error>

    /// The sequence of one navigation. It is kept here, because a load whose sequence nobody reads goes on.
    private struct Scope {
        let navigation: WKNavigation
        let stream: Stream
        let continuation: Stream.Continuation
        var hasStarted = false
    }

    private var scopes: [ObjectIdentifier: Scope] = [:]
    private var listeners: [Int: Stream.Continuation] = [:]
    private var next = 0

    /// Returns a sequence of the events of all navigations.
    func all() -> Stream {
        let (stream, continuation) = Stream.makeStream()
        next += 1
        let key = next
        listeners[key] = continuation
        continuation.onTermination = { [weak self] _ in Task { @MainActor in self?.listeners[key] = nil } }
        return stream
    }

    /// Returns the sequence of one navigation; nil stands for one that cannot be made.
    ///
    /// - Parameter stop: called when the task that reads the sequence is cancelled before the navigation has ended.
    func sequence(of navigation: WKNavigation?, stop: @escaping @MainActor () -> Void) -> Stream {
        guard let navigation else { return Stream { $0.finish(throwing: WebPage.NavigationError.pageClosed) } }
        // A load that another one replaces before it has started has no events.
        let cancelled = NSError(domain: NSURLErrorDomain, code: NSURLErrorCancelled)
        for scope in scopes.values where !scope.hasStarted {
            end(scope.navigation, WebPage.NavigationError.failedProvisionalNavigation(cancelled))
        }
        let (stream, continuation) = Stream.makeStream()
        let key = ObjectIdentifier(navigation)
        scopes[key] = Scope(navigation: navigation, stream: stream, continuation: continuation)
        continuation.onTermination = { [weak self] reason in
            guard case .cancelled = reason else { return }
            Task { @MainActor in
                if self?.scopes.removeValue(forKey: key) != nil { stop() }
            }
        }
        return stream
    }

    /// Tells of a step of a navigation.
    func note(_ event: WebPage.NavigationEvent, of navigation: WKNavigation?) {
        let key = navigation.map { ObjectIdentifier($0) }
        if let key { scopes[key]?.hasStarted = true }
        key.flatMap { scopes[$0] }?.continuation.yield(event)
        for listener in listeners.values { listener.yield(event) }
        if event == .finished { end(navigation, nil) }
    }

    /// Ends the sequence of a navigation, and those of all navigations. Without a navigation each sequence ends.
    func fail(_ navigation: WKNavigation?, _ error: any Error) {
        if let navigation {
            end(navigation, error)
        } else {
            for scope in scopes.values { end(scope.navigation, error) }
        }
        let ended = listeners.values
        listeners = [:]
        for listener in ended { listener.finish(throwing: error) }
    }

    /// Ends the sequence of one navigation.
    func end(_ navigation: WKNavigation?, _ error: (any Error)?) {
        let scope = navigation.flatMap { scopes.removeValue(forKey: ObjectIdentifier($0)) }
        scope?.continuation.finish(throwing: error)
    }

    /// Ends each sequence, as the page is gone.
    func endAll() {
        for scope in scopes.values { scope.continuation.finish(throwing: WebPage.NavigationError.pageClosed) }
        for listener in listeners.values { listener.finish() }
        (scopes, listeners) = ([:], [:])
    }
}
