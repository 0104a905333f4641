/// A JavaScript object of a page that the application holds. Apple API. Main actor only.
///
/// Scripts of a world whose configuration has ``WKContentWorld/Configuration/jsHandleCreationEnabled`` make one with
/// `webkit.createJSHandle(object)`: as a result, as the body of a message, or inside either. As an argument of
/// ``WKWebView/callAsyncJavaScript(_:arguments:in:contentWorld:)`` it is the object again. In another world or frame, and after the frame
/// has another document, it is `undefined`.
///
/// The object lives in its page as long as the handle or a copy does.
@preconcurrency @MainActor
open class WKJSHandle: NSObject, NSCopying {
    /// The frame in which the handle is the object. Apple API.
    public let frame: WKFrameInfo
    /// The world in which the handle is the object; nil when it is gone. Apple API.
    open private(set) weak var world: WKContentWorld?
    /// The expression that is the object in its world.
    package nonisolated let expression: String
    private let id: String
    private weak var webView: WKWebView?

    init(id: String, frame: WKFrameInfo, world: WKContentWorld, webView: WKWebView) {
        (self.id, self.frame, self.world, self.webView) = (id, frame, world, webView)
        expression = "self[\"\(WorldScript.mark)\"]?.get(\(JavaScriptLiteral.string(id)))"
        super.init()
    }

    isolated deinit {
        guard let webView, let world else { return }
        webView.runQuietly("self[\"\(WorldScript.mark)\"]?.drop(\(JavaScriptLiteral.string(id)))", in: frame, world) {
            _ in
        }
    }

    /// Gives the handler the frame whose window the object is; nil for anything but a window. Apple API.
    ///
    /// Unlike on iOS the window of a frame that is neither the handle's own nor the main one gives nil.
    open func windowProxyFrameInfo(_ completionHandler: @escaping @MainActor (WKFrameInfo?) -> Void) {
        guard let webView, let world else { return DispatchQueue.main.async { completionHandler(nil) } }
        let script = "self[\"\(WorldScript.mark)\"]?.window(\(JavaScriptLiteral.string(id)))"
        webView.runQuietly(script, in: frame, world) { [frame] result in
            switch try? result.get() as? String {
            case "self": completionHandler(frame)
            case "top": completionHandler(webView.shownMainFrame)
            default: completionHandler(nil)
            }
        }
    }

    /// Returns the frame whose window the object is, see the form with a handler. Apple API.
    open func windowProxyFrameInfo() async -> WKFrameInfo? {
        await withCheckedContinuation { continuation in windowProxyFrameInfo { continuation.resume(returning: $0) } }
    }

    /// Returns the handle itself, which cannot change. Apple API.
    nonisolated open func copy(with zone: NSZone? = nil) -> Any { self }
}

extension WKJSHandle: JavaScriptObject {}
