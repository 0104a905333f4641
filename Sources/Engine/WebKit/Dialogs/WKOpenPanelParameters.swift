/// The files that a page wants to upload. Apple API. Main actor only.
@preconcurrency @MainActor
open class WKOpenPanelParameters: NSObject {
    /// Whether more than one file may be chosen. Apple API.
    open internal(set) var allowsMultipleSelection: Bool

    /// Whether a folder may be chosen: the input has the attribute `webkitdirectory`. Apple API. Unlike on iOS it is false for an input
    /// in a closed shadow tree that HTML declares (`shadowrootmode`).
    open internal(set) var allowsDirectories: Bool

    /// Makes the parameters of a single file, for a subclass or a test. Apple API.
    public override init() {
        allowsMultipleSelection = false
        allowsDirectories = false
        super.init()
    }

    /// Makes the parameters that a view asks its delegate with.
    init(allowsMultipleSelection: Bool, allowsDirectories: Bool = false) {
        self.allowsMultipleSelection = allowsMultipleSelection
        self.allowsDirectories = allowsDirectories
        super.init()
    }
}
