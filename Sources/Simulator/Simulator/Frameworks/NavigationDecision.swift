/// The decision of a framework's app about a navigation of its page.
enum NavigationDecision: Equatable {
    /// The view loads the page, or opens the window.
    case load
    /// The view loads the page itself, in place of opening a window. No page opens a file of this machine.
    case replace
    /// The app shows the page in a browser of its own.
    case browser
    /// The system opens the address, in its browser or in another app.
    case system
    /// The app does nothing.
    case ignore
    /// The app does nothing, and says so in its log.
    case refuse
}
