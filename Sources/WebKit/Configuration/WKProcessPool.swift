/// Once a set of web processes; on iOS it has no effect any more, and has none here. Apple API.
@preconcurrency @MainActor
open class WKProcessPool: NSObject {
    /// Makes a pool. Apple API.
    public override init() { super.init() }
}
