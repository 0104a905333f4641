/// The look of the status bar. UIKit API.
public enum UIStatusBarStyle: Int, Sendable {
    /// The look that suits the traits. UIKit API.
    case `default` = 0
    /// Light text. UIKit API.
    case lightContent = 1
    /// Dark text. UIKit API.
    case darkContent = 3
}
