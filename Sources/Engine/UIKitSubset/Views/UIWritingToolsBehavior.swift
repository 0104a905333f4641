/// How much of Writing Tools a view offers. UIKit API.
public enum UIWritingToolsBehavior: Int, Sendable {
    /// Nothing.
    case none = -1
    /// As much as the system thinks right.
    case `default` = 0
    /// Everything, within the text.
    case complete = 1
    /// A panel beside the text.
    case limited = 2
}
