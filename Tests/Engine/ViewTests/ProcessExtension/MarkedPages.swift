import Testing
import WebKit

@testable import ViewTestSupport

/// A scheme handler for `sw` that answers paths with pages, and remembers the addresses and marks of its requests.
@MainActor
final class MarkedPages: NSObject, WKURLSchemeHandler {
    struct Request {
        let url: String
        let headers: [String: String]
        let mark: [String: String]
    }

    private(set) var requests: [Request] = []
    private var answers: [String: (text: String, type: String)] = [:]

    subscript(path: String) -> String {
        get { answers[path]?.text ?? "" }
        set { answers[path] = (newValue, Self.type(of: path)) }
    }

    /// The request for an address without its fragment.
    func request(_ address: String) -> Request? {
        requests.first { $0.url.prefix { $0 != "#" } == address }
    }

    /// The requests for an address without its fragment, in order.
    func requests(for address: String) -> [Request] {
        requests.filter { $0.url.prefix { $0 != "#" } == address }
    }

    func webView(_ webView: WKWebView, start task: any WKURLSchemeTask) {
        let header = task.request.value(forHTTPHeaderField: ProcessExtension.markHeader) ?? ""
        let items = URLComponents(string: "?\(header)")?.queryItems ?? []
        let mark = Dictionary(items.map { ($0.name, $0.value ?? "") }) { first, _ in first }
        requests.append(
            Request(
                url: task.request.url?.absoluteString ?? "", headers: task.request.allHTTPHeaderFields ?? [:],
                mark: mark))
        let answer = answers[task.request.url?.path ?? ""]
        task.respond(
            status: answer == nil ? 404 : 200, type: answer?.type ?? "text/plain",
            headers: ["Access-Control-Allow-Origin": "*"])
        task.didReceive(Data((answer?.text ?? "nothing").utf8))
        task.didFinish()
    }

    func webView(_ webView: WKWebView, stop task: any WKURLSchemeTask) {}

    private static func type(of path: String) -> String {
        switch path.split(separator: ".").last {
        case "js": "text/javascript"
        case "css": "text/css"
        case "svg": "image/svg+xml"
        default: "text/html; charset=utf-8"
        }
    }
}

/// Makes a plain view of a store of its own whose web process loads the extension.
@MainActor
func makeMarkedView(
    _ pages: MarkedPages, hosts: [String] = [], _ adjust: (WKWebViewConfiguration) -> Void = { _ in },
    opened: @escaping @MainActor (DocumentChannel) -> Void = { _ in }
) throws -> WKWebView {
    try WebKitEnvironment.prepare()
    let configuration = WKWebViewConfiguration()
    configuration.websiteDataStore = .nonPersistent()
    configuration.setURLSchemeHandler(pages, forURLScheme: "sw")
    configuration.websiteDataStore.useProcessExtension(
        try ProcessExtension.find(), scheme: "sw", internalPaths: ["/___"], opened: opened)
    configuration.websiteDataStore.rewrittenHosts = hosts
    adjust(configuration)
    return WKWebView(frame: CGRect(x: 0, y: 0, width: 400, height: 300), configuration: configuration)
}
