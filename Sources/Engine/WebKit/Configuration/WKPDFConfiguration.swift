/// The part of a page to print into a PDF. Apple API. Main actor only.
@preconcurrency @MainActor
open class WKPDFConfiguration: NSObject, NSCopying {
    /// Makes a configuration for the whole page. Apple API.
    public override init() { super.init() }

    /// The part of the page, in the page's coordinates; nil stands for all of it. Apple API.
    open var rect: CGRect?

    /// Whether a page without a background leaves the sheet clear; the sheet is white where it is false. Apple API.
    open var allowTransparentBackground = false

    /// Makes an independent copy. Apple API. Call it on the main thread.
    nonisolated open func copy(with zone: NSZone? = nil) -> Any {
        MainActor.assumeIsolated { () -> WKPDFConfiguration in
            let copy = WKPDFConfiguration()
            copy.rect = rect
            copy.allowTransparentBackground = allowTransparentBackground
            return copy
        }
    }
}
