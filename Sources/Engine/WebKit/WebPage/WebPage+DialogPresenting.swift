extension WebPage {
    /// The answer to `confirm`. Apple API.
    public enum JavaScriptConfirmResult: Hashable, Sendable {
        /// Yes.
        case ok
        /// No.
        case cancel
    }

    /// The answer to `prompt`. Apple API.
    public enum JavaScriptPromptResult: Hashable, Sendable {
        /// The text that the page gets.
        case ok(String)
        /// No text: the page gets `null`.
        case cancel
    }

    /// The answer to a page that wants to upload files. Apple API.
    public enum FileInputPromptResult: Hashable, Sendable {
        /// The files that the page gets.
        case selected([URL])
        /// No files.
        case cancel
    }

    /// Answers the dialogs of a page. Apple API. Called on the main actor, while the page waits; every method may be left out.
    public protocol DialogPresenting {
        /// The page called `alert`. Apple API. The default returns.
        @MainActor
        func handleJavaScriptAlert(message: String, initiatedBy frame: WebPage.FrameInfo) async

        /// The page called `confirm`. Apple API. The default says no.
        @MainActor
        func handleJavaScriptConfirm(
            message: String, initiatedBy frame: WebPage.FrameInfo
        ) async -> WebPage.JavaScriptConfirmResult

        /// The page called `prompt`. Apple API. The default gives no text.
        @MainActor
        func handleJavaScriptPrompt(
            message: String, defaultText: String?, initiatedBy frame: WebPage.FrameInfo
        ) async -> WebPage.JavaScriptPromptResult

        /// The page wants to upload files. Apple API. The default gives none.
        @MainActor
        func handleFileInputPrompt(
            parameters: WKOpenPanelParameters, initiatedBy frame: WebPage.FrameInfo
        ) async -> WebPage.FileInputPromptResult
    }
}

extension WebPage.DialogPresenting {
    /// Returns.
    @MainActor
    public func handleJavaScriptAlert(message: String, initiatedBy frame: WebPage.FrameInfo) async {}

    /// Says no.
    @MainActor
    public func handleJavaScriptConfirm(
        message: String, initiatedBy frame: WebPage.FrameInfo
    ) async -> WebPage.JavaScriptConfirmResult { .cancel }

    /// Gives no text.
    @MainActor
    public func handleJavaScriptPrompt(
        message: String, defaultText: String?, initiatedBy frame: WebPage.FrameInfo
    ) async -> WebPage.JavaScriptPromptResult { .cancel }

    /// Gives no files.
    @MainActor
    public func handleFileInputPrompt(
        parameters: WKOpenPanelParameters, initiatedBy frame: WebPage.FrameInfo
    ) async -> WebPage.FileInputPromptResult { .cancel }
}
