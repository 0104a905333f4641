import CWebKitGTK

/// How many resources of a view are on their way. Main actor only.
@MainActor
package final class ResourceLoads {
    private weak var view: WKWebView?
    private let changed: @MainActor (Int) -> Void

    /// Tells of every change from now on, until the object goes; one for a view.
    ///
    /// Event streams do not count once they have begun.
    package init(of view: WKWebView, changed: @escaping @MainActor (Int) -> Void) {
        self.view = view
        self.changed = changed
        guard let handle = view.handle else { return }
        cwk_view_watch_loads(
            handle,
            { count, context in
                ShimCallback.unretained(context, ResourceLoads.self) { $0.changed(Int(count)) }
            }, Unmanaged.passUnretained(self).toOpaque())
    }

    isolated deinit {
        if let handle = view?.handle { cwk_view_unwatch_loads(handle) }
    }
}
