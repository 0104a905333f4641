/// The decision about a dialog of the system. Apple API; nothing here asks for it.
public enum WKDialogResult: Int, Sendable {
    /// Show it.
    case showDefault = 1
    /// Ask again later.
    case askAgain = 2
    /// The application has dealt with it.
    case handled = 3
}
