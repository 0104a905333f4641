extension WebPage {
    /// A frame of the page, as it was when something happened in it. Apple API. Main actor only.
    @MainActor
    public struct FrameInfo {
        let wrapped: WKFrameInfo

        init(_ frame: WKFrameInfo) { wrapped = frame }

        /// Whether it is the main frame. Apple API.
        public var isMainFrame: Bool { wrapped.isMainFrame }
        /// The request of the frame's document. Apple API.
        public var request: URLRequest { wrapped.request }
        /// The origin of the frame's document. Apple API.
        public var securityOrigin: WKSecurityOrigin { wrapped.securityOrigin }
    }
}
