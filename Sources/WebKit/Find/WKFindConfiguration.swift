/// The way in which a page is searched. Apple API. Main actor only.
@preconcurrency @MainActor
open class WKFindConfiguration: NSObject, NSCopying {
    /// Makes a configuration that searches forwards, ignores case and wraps around. Apple API.
    public override init() { super.init() }

    /// Whether the search goes towards the beginning of the page. Apple API.
    open var backwards = false

    /// Whether capital letters differ from small ones. Apple API.
    open var caseSensitive = false

    /// Whether the search goes on at the other end of the page. Apple API.
    open var wraps = true

    /// Makes an independent copy. Apple API. Call it on the main thread.
    nonisolated open func copy(with zone: NSZone? = nil) -> Any {
        MainActor.assumeIsolated { () -> WKFindConfiguration in
            let copy = WKFindConfiguration()
            copy.backwards = backwards
            copy.caseSensitive = caseSensitive
            copy.wraps = wraps
            return copy
        }
    }
}
