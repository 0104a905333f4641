/// A token for one load: what `load(_:)` returns comes back in the delegate's callbacks. Apple API. Main actor only.
@preconcurrency @MainActor
open class WKNavigation: NSObject {
    /// The layout that was asked for. Apple API; always `recommended` unless the view sets it.
    open internal(set) var effectiveContentMode = WKWebpagePreferences.ContentMode.recommended

    /// Makes a navigation of nothing, for a subclass or a test. Apple API.
    public override init() { super.init() }
}
