import CWebKitGTK

/// The number of resources of a view that are being loaded, and those that failed. Main actor only.
@MainActor
package final class LoadCounter {
    private let view: @MainActor () -> OpaquePointer?
    private let changed: @MainActor (Int) -> Void
    private let failed: @MainActor (Failure) -> Void
    private var ofWebKit = 0
    private var ofHost = 0

    /// A resource that could not be loaded, or that has an error status. The view's document is none.
    package struct Failure: Sendable, Equatable {
        /// The resource's address, as the page has it.
        package let address: String
        /// The reason: a status, or an error's text.
        package let reason: String

        package init(address: String, reason: String) {
            self.address = address
            self.reason = reason
        }
    }

    /// - Parameter view: returns the view of the engine, nil where it is gone.
    init(
        of view: @escaping @MainActor () -> OpaquePointer?, changed: @escaping @MainActor (Int) -> Void,
        failed: @escaping @MainActor (Failure) -> Void
    ) {
        self.view = view
        self.changed = changed
        self.failed = failed
        guard let handle = view() else { return }
        cwk_view_watch_loads(
            handle,
            { count, context in
                ShimCallback.unretained(context, LoadCounter.self) {
                    $0.ofWebKit = Int(count)
                    $0.tell()
                }
            },
            { address, status, message, context in
                let reason = message.map { String(cString: $0) } ?? "status \(status)"
                let failure = Failure(address: address.map { String(cString: $0) } ?? "", reason: reason)
                ShimCallback.unretained(context, LoadCounter.self) { $0.failed(failure) }
            }, Unmanaged.passUnretained(self).toOpaque())
    }

    /// Counts a resource that the host loads for a page, and WebKit does not know of.
    package func began() {
        ofHost += 1
        tell()
    }

    /// Ends what ``began()`` has begun.
    package func ended(_ failure: Failure? = nil) {
        if let failure { failed(failure) }
        ofHost -= 1
        tell()
    }

    private func tell() { changed(ofWebKit + ofHost) }

    isolated deinit {
        if let handle = view() { cwk_view_unwatch_loads(handle) }
    }
}
