/// The properties that a page requests for its new window; nil for those that it doesn't name. Apple API. Main actor only.
///
/// The web-process extension reports them. Without the extension, all of them are nil.
@preconcurrency @MainActor
open class WKWindowFeatures: NSObject {
    /// Makes features that say nothing. Apple API.
    public override init() { super.init() }

    /// Reads the features that a script passes to `open`, as WebKit does.
    convenience init(_ text: String) {
        self.init()
        for feature in WindowFeature.features(in: text) { read(feature) }
    }

    /// Whether there is a menu bar, a Boolean. Apple API.
    open internal(set) var menuBarVisibility: NSNumber?

    /// Whether there is a status bar, a Boolean. Apple API.
    open internal(set) var statusBarVisibility: NSNumber?

    /// Whether there are toolbars, a Boolean. Apple API.
    open internal(set) var toolbarsVisibility: NSNumber?

    /// Whether the window can be resized, a Boolean. Apple API.
    open internal(set) var allowsResizing: NSNumber?

    /// The left edge of the window. Apple API.
    open internal(set) var x: NSNumber?

    /// The top edge of the window. Apple API.
    open internal(set) var y: NSNumber?

    /// The width of the window. Apple API.
    open internal(set) var width: NSNumber?

    /// The height of the window. Apple API.
    open internal(set) var height: NSNumber?

    private func read(_ feature: WindowFeature) {
        let number = NSNumber(value: Double(feature.number))
        let isWanted = NSNumber(value: feature.number != 0)
        switch feature.name {
        case "left", "screenx": x = number
        case "top", "screeny": y = number
        case "width", "innerwidth": width = number
        case "height", "innerheight": height = number
        case "menubar": menuBarVisibility = isWanted
        case "status": statusBarVisibility = isWanted
        case "toolbar": toolbarsVisibility = isWanted
        case "resizable": allowsResizing = isWanted
        default: break
        }
    }
}
