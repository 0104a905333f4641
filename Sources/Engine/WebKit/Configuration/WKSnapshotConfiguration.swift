/// The part of a view to take a picture of, and the picture's size. Apple API. Main actor only.
@preconcurrency @MainActor
open class WKSnapshotConfiguration: NSObject, NSCopying {
    /// Makes a configuration for the whole visible view. Apple API.
    public override init() { super.init() }

    /// The part of the view, in its coordinates; `CGRect.null` stands for all of it. Apple API.
    open var rect = CGRect.null

    /// The width of the picture in points; nil or 0 stands for the width of `rect`. Apple API.
    open var snapshotWidth: NSNumber?

    /// Whether to draw first what has changed. Apple API.
    open var afterScreenUpdates = true

    /// Makes an independent copy. Apple API. Call it on the main thread.
    nonisolated open func copy(with zone: NSZone? = nil) -> Any {
        MainActor.assumeIsolated { () -> WKSnapshotConfiguration in
            let copy = WKSnapshotConfiguration()
            copy.rect = rect
            copy.snapshotWidth = snapshotWidth
            copy.afterScreenUpdates = afterScreenUpdates
            return copy
        }
    }
}
