extension WKDownload {
    /// The decision about a redirect of a download. Apple API.
    public enum RedirectPolicy: Int, Sendable {
        /// Cancels the download.
        case cancel = 0
        /// Follows the redirect.
        case allow = 1
    }

    /// Whether a download has a placeholder among the user's downloads. Apple API.
    public enum PlaceholderPolicy: Int, Sendable {
        /// The download has no placeholder.
        case disable = 0
        /// The download has a placeholder beside its file.
        case enable = 1
    }
}
