/// The answer to a page that wants to use a device. Apple API.
public enum WKPermissionDecision: Int, Sendable {
    /// Ask the user: ``WKWebView/capturePrompt`` answers for cameras and microphones. Without an answer it refuses.
    case prompt = 0
    /// Allow it.
    case grant = 1
    /// Refuse it.
    case deny = 2
}
