/// A navigation whose response has come. Apple API. Main actor only.
@preconcurrency @MainActor
open class WKNavigationResponse: NSObject {
    /// Whether the main frame asked. Apple API.
    open internal(set) var isForMainFrame: Bool

    /// The response; an `HTTPURLResponse` when it has a status. Apple API.
    open internal(set) var response: URLResponse

    /// Whether WebKit can show the response. Apple API.
    open internal(set) var canShowMIMEType: Bool

    /// Makes a response of nothing, for a subclass that overrides the properties. Apple API.
    public override init() {
        isForMainFrame = false
        response = URLResponse(
            url: URL(fileURLWithPath: "/"), mimeType: nil, expectedContentLength: -1, textEncodingName: nil)
        canShowMIMEType = false
        super.init()
    }

    /// Makes the response that a view asks its delegate about.
    init(response: URLResponse, isForMainFrame: Bool, canShowMIMEType: Bool) {
        self.response = response
        self.isForMainFrame = isForMainFrame
        self.canShowMIMEType = canShowMIMEType
        super.init()
    }
}
