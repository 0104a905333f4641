/// A token for one load: `load(_:)` returns it, and the delegate's callbacks receive it. Apple API. Main actor only.
@preconcurrency @MainActor
open class WKNavigation: NSObject {
    /// The layout that the page comes in. Apple API. It is ``WKWebpagePreferences/ContentMode/recommended`` until the load starts.
    open internal(set) var effectiveContentMode = WKWebpagePreferences.ContentMode.recommended

    /// The value of the header ``URLRequest/loadMarkField`` in the requests of the load.
    let loadMark = UUID().uuidString

    /// Makes a navigation of nothing, for a subclass or a test. Apple API.
    public override init() { super.init() }
}
