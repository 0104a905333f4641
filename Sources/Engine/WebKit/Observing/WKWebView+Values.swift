extension NSObjectProtocol where Self: WKWebView {
    /// Returns the value of a property and every value that it takes afterwards. Not of Apple's API.
    ///
    /// ```swift
    /// for await title in webView.values(of: \.title) { window.title = title ?? "" }
    /// ```
    ///
    /// The properties are those of ``observe(_:options:changeHandler:)``. Values wait until they are read. The sequence does not
    /// keep the view alive, and ends with it.
    @MainActor
    public func values<Value: Equatable & Sendable>(of keyPath: KeyPath<Self, Value>) -> AsyncStream<Value> {
        let (values, continuation) = AsyncStream.makeStream(of: Value.self)
        let end = SequenceEnd { continuation.finish() }
        let observation = observe(keyPath, options: [.initial, .new]) { [end] _, change in
            if let value = change.newValue { continuation.yield(value) }
            withExtendedLifetime(end) {}
        }
        continuation.onTermination = { _ in Task { @MainActor in observation.invalidate() } }
        return values
    }
}

/// Calls a closure when the view has dropped the observation that holds this object.
private final class SequenceEnd: Sendable {
    private let close: @Sendable () -> Void
    init(close: @escaping @Sendable () -> Void) { self.close = close }
    deinit { close() }
}
