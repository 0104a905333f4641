/// The cause of a navigation. Apple API.
public enum WKNavigationType: Int, Sendable {
    /// A link.
    case linkActivated = 0
    /// A form.
    case formSubmitted = 1
    /// A step in the back-forward list.
    case backForward = 2
    /// A reload.
    case reload = 3
    /// A form that is sent again.
    case formResubmitted = 4
    /// Something else, for example the application or a script.
    case other = -1
}
