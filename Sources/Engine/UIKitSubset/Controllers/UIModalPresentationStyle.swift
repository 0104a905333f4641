/// The ways in which a controller is presented. UIKit API.
public enum UIModalPresentationStyle: Int, Sendable {
    /// The system's choice. UIKit API.
    case automatic = -2
    /// A style that only adapts another one. UIKit API.
    case none = -1
    /// Over the whole screen, a page or a form; over the presenter; the application's own. UIKit API.
    case fullScreen = 0
    case pageSheet, formSheet, currentContext, custom
    /// Over the whole screen or the presenter, which stays visible; beside a view. UIKit API.
    case overFullScreen, overCurrentContext, popover
}
