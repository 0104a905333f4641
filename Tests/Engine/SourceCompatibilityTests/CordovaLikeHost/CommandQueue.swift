import Foundation
import WebKit

/// A bridge by commands: the page posts `[callbackId, service, action, arguments]`, and the answer is a script in the page.
class CommandQueue: NSObject, WKScriptMessageHandler {
    typealias Action = ([Any], @escaping (CommandResult) -> Void) -> Void

    enum CommandResult {
        case success(Any)
        case failure(String)
        case progress(Any)
    }

    weak var webView: WKWebView?
    private var services: [String: [String: Action]] = [:]
    private let queue = DispatchQueue(label: "commands")

    func register(_ service: String, _ action: String, _ body: @escaping Action) {
        services[service, default: [:]][action] = body
    }

    func userContentController(_ userContentController: WKUserContentController, didReceive message: WKScriptMessage) {
        guard let command = message.body as? [Any], command.count == 4, let service = command[1] as? String,
            let action = command[2] as? String, let arguments = command[3] as? [Any]
        else { return }
        let callbackId = command[0] as? String
        guard let body = services[service]?[action] else {
            return finish(callbackId, .failure("\(service).\(action) does not exist"))
        }
        body(arguments) { [weak self] result in
            self?.queue.async {
                DispatchQueue.main.async { self?.finish(callbackId, result) }
            }
        }
    }

    private func finish(_ callbackId: String?, _ result: CommandResult) {
        guard let callbackId = callbackId else { return }
        let status: Bool
        let payload: Any
        let keeps: Bool
        switch result {
        case .success(let value): (status, payload, keeps) = (true, value, false)
        case .failure(let message): (status, payload, keeps) = (false, message, false)
        case .progress(let value): (status, payload, keeps) = (true, value, true)
        }
        guard let data = try? JSONSerialization.data(withJSONObject: [payload]),
            let json = String(data: data, encoding: .utf8)
        else { return }
        let script = "nativeCallback('\(callbackId)', \(status), \(json), \(keeps))"
        webView?.evaluateJavaScript(script, completionHandler: nil)
    }
}
