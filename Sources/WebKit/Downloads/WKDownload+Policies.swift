extension WKDownload {
    /// The decision about a redirect of a download. Apple API.
    public enum RedirectPolicy: Int, Sendable {
        /// End the download.
        case cancel = 0
        /// Follow the redirect.
        case allow = 1
    }

    /// Whether a download has a placeholder among the user's downloads. Apple API.
    public enum PlaceholderPolicy: Int, Sendable {
        /// It has none.
        case disable = 0
        /// It has one. Kept without effect.
        case enable = 1
    }
}
