public import UIKitSubset

extension WebPage {
    /// A navigation that is about to begin. Apple API. Main actor only.
    @MainActor
    public struct NavigationAction {
        let wrapped: WKNavigationAction

        /// The frame that asked. Apple API.
        public var source: FrameInfo { FrameInfo(wrapped.sourceFrame) }
        /// The frame that will change; nil for a new window. Apple API.
        public var target: FrameInfo? { wrapped.targetFrame.map { FrameInfo($0) } }
        /// The cause of the navigation. Apple API.
        public var navigationType: WKNavigationType { wrapped.navigationType }
        /// The request that will be made. Apple API.
        public var request: URLRequest { wrapped.request }
        /// Whether the link has the `download` attribute. Apple API.
        public var shouldPerformDownload: Bool { wrapped.shouldPerformDownload }
        /// The keys that were held when the link was clicked. Apple API.
        public var modifierFlags: UIKeyModifierFlags { wrapped.modifierFlags }
        /// The button of the mouse that clicked the link; empty for none. Apple API.
        public var buttonNumber: UIEvent.ButtonMask { wrapped.buttonNumber }
    }

    /// The response to a navigation's request. Apple API. Main actor only.
    @MainActor
    public struct NavigationResponse {
        let wrapped: WKNavigationResponse

        /// The response. Apple API.
        public var response: URLResponse { wrapped.response }
        /// Whether the response's type can be shown. Apple API.
        public var canShowMimeType: Bool { wrapped.canShowMIMEType }
    }

    /// Decides about the navigations of a page. Apple API. Called on the main actor; every method may be left out.
    ///
    /// A value type keeps what its methods change. Where calls overlap, each begins with the value that the latest finished one left.
    public protocol NavigationDeciding {
        /// Decides about a navigation before its request is made, and about its settings. Apple API. The default allows it.
        ///
        /// The sequence of a load that is refused, or becomes a download, throws ``NavigationError/failedProvisionalNavigation(_:)``.
        @MainActor
        mutating func decidePolicy(
            for action: WebPage.NavigationAction, preferences: inout WebPage.NavigationPreferences
        ) async -> WKNavigationActionPolicy

        /// Decides about a navigation whose response is there. Apple API. The default allows it.
        @MainActor
        mutating func decidePolicy(for response: WebPage.NavigationResponse) async -> WKNavigationResponsePolicy

        /// Answers a server that asks for a name and a password. Apple API. The default goes on without.
        @MainActor
        mutating func decideAuthenticationChallengeDisposition(
            for challenge: URLAuthenticationChallenge
        ) async -> (URLSession.AuthChallengeDisposition, URLCredential?)
    }
}

extension WebPage.NavigationDeciding {
    /// Allows the navigation.
    @MainActor
    public mutating func decidePolicy(
        for action: WebPage.NavigationAction, preferences: inout WebPage.NavigationPreferences
    ) async -> WKNavigationActionPolicy { .allow }

    /// Allows the navigation.
    @MainActor
    public mutating func decidePolicy(
        for response: WebPage.NavigationResponse
    ) async -> WKNavigationResponsePolicy { .allow }

    /// Goes on without a name and a password.
    @MainActor
    public mutating func decideAuthenticationChallengeDisposition(
        for challenge: URLAuthenticationChallenge
    ) async -> (URLSession.AuthChallengeDisposition, URLCredential?) { (.performDefaultHandling, nil) }
}
