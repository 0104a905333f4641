import CWebKitGTK

/// The number of resources of a view that are being loaded, and those that failed. Main actor only.
@MainActor
package final class ResourceLoads {
    private weak var view: WKWebView?
    private let changed: @MainActor (Int) -> Void
    private let failed: @MainActor (Failure) -> Void

    /// A resource that could not be loaded, or that has an error status. The view's document is none.
    package struct Failure: Sendable, Equatable {
        /// The resource's address, as the page has it.
        package let address: String
        /// The reason: a status, or an error's text.
        package let reason: String
    }

    /// Reports every change and failure from now on, until the object is released. A view can have one.
    ///
    /// Event streams do not count once they have begun.
    package init(
        of view: WKWebView, changed: @escaping @MainActor (Int) -> Void,
        failed: @escaping @MainActor (Failure) -> Void
    ) {
        self.view = view
        self.changed = changed
        self.failed = failed
        guard let handle = view.handle else { return }
        cwk_view_watch_loads(
            handle,
            { count, context in
                ShimCallback.unretained(context, ResourceLoads.self) { $0.changed(Int(count)) }
            },
            { address, status, message, context in
                let reason = message.map { String(cString: $0) } ?? "status \(status)"
                let failure = Failure(address: address.map { String(cString: $0) } ?? "", reason: reason)
                ShimCallback.unretained(context, ResourceLoads.self) { $0.failed(failure) }
            }, Unmanaged.passUnretained(self).toOpaque())
    }

    isolated deinit {
        if let handle = view?.handle { cwk_view_unwatch_loads(handle) }
    }
}
