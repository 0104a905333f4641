/// Answers the scheme tasks of a page's view with the sequences of a handler. Main actor only.
@MainActor
final class SchemeHandlerAdapter: NSObject, WKURLSchemeHandler {
    private let handler: any URLSchemeHandler
    private var readers: [ObjectIdentifier: Task<Void, Never>] = [:]

    init(_ handler: any URLSchemeHandler) { self.handler = handler }

    func webView(_ webView: WKWebView, start urlSchemeTask: any WKURLSchemeTask) {
        let key = ObjectIdentifier(urlSchemeTask)
        readers[key] = Task { [handler] in
            await Self.answer(urlSchemeTask, with: handler)
            readers[key] = nil
        }
    }

    func webView(_ webView: WKWebView, stop urlSchemeTask: any WKURLSchemeTask) {
        readers.removeValue(forKey: ObjectIdentifier(urlSchemeTask))?.cancel()
    }

    private static func answer(_ task: any WKURLSchemeTask, with handler: some URLSchemeHandler) async {
        do {
            for try await part in handler.reply(for: task.request) {
                // A stopped task takes no more.
                if Task.isCancelled { return }
                switch part {
                case .response(let response): task.didReceive(response)
                case .data(let data): task.didReceive(data)
                }
            }
            if !Task.isCancelled { task.didFinish() }
        } catch {
            if !Task.isCancelled { task.didFailWithError(error) }
        }
    }
}
