/// The files that a page wants to upload. Apple API. Main actor only.
@preconcurrency @MainActor
open class WKOpenPanelParameters: NSObject {
    /// Whether more than one file may be chosen. Apple API.
    open internal(set) var allowsMultipleSelection: Bool

    /// Whether a folder may be chosen. Apple API. Unlike on iOS always false: WebKitGTK doesn't tell.
    open internal(set) var allowsDirectories = false

    /// Makes the parameters of a single file, for a subclass or a test. Apple API.
    public override init() {
        allowsMultipleSelection = false
        super.init()
    }

    /// Makes the parameters that a view asks its delegate with.
    init(allowsMultipleSelection: Bool) {
        self.allowsMultipleSelection = allowsMultipleSelection
        super.init()
    }
}
