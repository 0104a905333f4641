/// Passes the dialogs of a page's view on. Main actor only.
@MainActor
final class PageDialogAdapter: NSObject, WKUIDelegate {
    weak var page: WebPage?
    private let presenter: (any WebPage.DialogPresenting)?
    private let sensors: WebPage.DeviceSensorAuthorization

    init(_ presenter: (any WebPage.DialogPresenting)?, _ sensors: WebPage.DeviceSensorAuthorization) {
        (self.presenter, self.sensors) = (presenter, sensors)
    }

    func webViewDidClose(_ webView: WKWebView) { page?.events.fail(nil, WebPage.NavigationError.pageClosed) }

    func webView(
        _ webView: WKWebView, runJavaScriptAlertPanelWithMessage message: String, initiatedByFrame frame: WKFrameInfo
    ) async { await presenter?.handleJavaScriptAlert(message: message, initiatedBy: WebPage.FrameInfo(frame)) }

    func webView(
        _ webView: WKWebView, runJavaScriptConfirmPanelWithMessage message: String, initiatedByFrame frame: WKFrameInfo
    ) async -> Bool {
        await presenter?.handleJavaScriptConfirm(message: message, initiatedBy: WebPage.FrameInfo(frame)) == .ok
    }

    func webView(
        _ webView: WKWebView, runJavaScriptTextInputPanelWithPrompt prompt: String, defaultText: String?,
        initiatedByFrame frame: WKFrameInfo
    ) async -> String? {
        let result = await presenter?.handleJavaScriptPrompt(
            message: prompt, defaultText: defaultText, initiatedBy: WebPage.FrameInfo(frame))
        guard case .ok(let text) = result else { return nil }
        return text
    }

    func webView(
        _ webView: WKWebView, runOpenPanelWith parameters: WKOpenPanelParameters, initiatedByFrame frame: WKFrameInfo
    ) async -> [URL]? {
        let result = await presenter?.handleFileInputPrompt(
            parameters: parameters, initiatedBy: WebPage.FrameInfo(frame))
        guard case .selected(let files) = result else { return nil }
        return files
    }

    func webView(
        _ webView: WKWebView, decideMediaCapturePermissionsFor origin: WKSecurityOrigin,
        initiatedBy frame: WKFrameInfo, type: WKMediaCaptureType
    ) async -> WKPermissionDecision {
        await sensors.decide(.mediaCapture(type), WebPage.FrameInfo(frame), origin)
    }

    func webView(
        _ webView: WKWebView, requestDeviceOrientationAndMotionPermissionFor origin: WKSecurityOrigin,
        initiatedByFrame frame: WKFrameInfo, decisionHandler: @escaping @MainActor (WKPermissionDecision) -> Void
    ) {
        Task { decisionHandler(await sensors.decide(.deviceOrientationAndMotion, WebPage.FrameInfo(frame), origin)) }
    }
}
