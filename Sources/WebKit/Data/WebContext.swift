import CWebKitGTK

/// A WebKitGTK web context: a data store's session, its schemes, and the way from a request to the view that made it.
@MainActor
final class WebContext {
    let handle: OpaquePointer
    private var schemes: Set<String> = []

    init(dataFolder: URL?) {
        if let dataFolder {
            handle = cwk_context_new(
                dataFolder.appendingPathComponent("data").path, dataFolder.appendingPathComponent("cache").path)
        } else {
            handle = cwk_context_new(nil, nil)
        }
    }

    isolated deinit { cwk_context_release(handle) }

    /// Makes `scheme` known; a second time does nothing. The name is canonical and not one of WebKit's own.
    func register(scheme: String) {
        guard schemes.insert(scheme).inserted else { return }
        cwk_context_register_scheme(
            handle, scheme,
            { request, view, _ in
                guard let request else { return }
                MainActor.assumeIsolated {
                    let webView = view.flatMap { cwk_view_callback_context($0) }
                        .map { Unmanaged<WKWebView>.fromOpaque($0).takeUnretainedValue() }
                    URLSchemeTask.start(request, in: webView)
                }
            }, nil)
    }
}
