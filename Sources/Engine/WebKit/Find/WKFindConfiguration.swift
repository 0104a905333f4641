/// The options of a search in a page. Apple API. Main actor only.
@preconcurrency @MainActor
open class WKFindConfiguration: NSObject, NSCopying {
    /// Makes a configuration that searches forwards, ignores case and wraps around. Apple API.
    public override init() { super.init() }

    /// Whether the search runs towards the beginning of the page. Apple API.
    open var backwards = false

    /// Whether uppercase and lowercase letters differ. Apple API.
    open var caseSensitive = false

    /// Whether the search continues at the other end of the page. Apple API.
    open var wraps = true

    /// Returns an independent copy. Apple API. Call this method on the main thread.
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
