extension LoadCounter {
    /// Reports every change and failure from now on, until the object is released. A view can have one.
    ///
    /// Event streams do not count once they have begun.
    package convenience init(
        of view: WKWebView, changed: @escaping @MainActor (Int) -> Void,
        failed: @escaping @MainActor (Failure) -> Void
    ) {
        self.init(of: { [weak view] in view?.handle }, changed: changed, failed: failed)
        view.hooks.resourceLoads = self
    }
}
