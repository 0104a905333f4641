/// The properties that a page requests for its new window; nil for those that it doesn't name. Apple API. Main actor only.
///
/// Unlike on iOS every property is nil: WebKitGTK has the values only after the delegate has returned the new view, and
/// doesn't tell a property that the page left out from one that it switched off.
@preconcurrency @MainActor
open class WKWindowFeatures: NSObject {
    /// Makes features that say nothing. Apple API.
    public override init() { super.init() }

    /// Whether there is a menu bar, a Boolean. Apple API. Unlike on iOS always nil.
    open internal(set) var menuBarVisibility: NSNumber?

    /// Whether there is a status bar, a Boolean. Apple API. Unlike on iOS always nil.
    open internal(set) var statusBarVisibility: NSNumber?

    /// Whether there are toolbars, a Boolean. Apple API. Unlike on iOS always nil.
    open internal(set) var toolbarsVisibility: NSNumber?

    /// Whether the window can be resized, a Boolean. Apple API. Unlike on iOS always nil.
    open internal(set) var allowsResizing: NSNumber?

    /// The left edge of the window. Apple API. Unlike on iOS always nil.
    open internal(set) var x: NSNumber?

    /// The top edge of the window. Apple API. Unlike on iOS always nil.
    open internal(set) var y: NSNumber?

    /// The width of the window. Apple API. Unlike on iOS always nil.
    open internal(set) var width: NSNumber?

    /// The height of the window. Apple API. Unlike on iOS always nil.
    open internal(set) var height: NSNumber?
}
