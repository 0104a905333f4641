import SWWebView
import Testing
import URLInterception
import WebKit

@testable import ViewTestSupport

/// The pages of an application, and frames in them that are not the application's.
enum HostileFrame: String, CaseIterable, Sendable {
    case otherOrigin, web, sandboxed, sandboxedText, data

    /// The element, with `script` in the frame's document.
    ///
    /// - Parameter server: the origin of the server behind `sw://app.example` and `sw://other.example`.
    func element(_ script: String, _ server: String) -> String {
        let page =
            "<!doctype html><script>\(HostileFrames.helpers)(async () => { \(script) })()"
            + ".then(value => parent.postMessage({ value }, '*'), error => parent.postMessage({ error: `${error}` }, '*'))</script>"
        let text = page.replacing("&", with: "&amp;").replacing("\"", with: "&quot;")
        let base64 = Data(page.utf8).base64EncodedString()
        let path = "/frame/" + base64.replacing("+", with: "-").replacing("/", with: "_")
        return switch self {
        case .otherOrigin: "<iframe src=\"sw://other.example\(path)\"></iframe>"
        case .web: "<iframe src=\"\(server)\(path)\"></iframe>"
        case .sandboxed: "<iframe sandbox=allow-scripts src=\"sw://app.example\(path)\"></iframe>"
        case .sandboxedText: "<iframe sandbox=allow-scripts srcdoc=\"\(text)\"></iframe>"
        case .data: "<iframe src=\"data:text/html;base64,\(base64)\"></iframe>"
        }
    }
}

/// An application at `sw://app.example`, whose server also has what frames of other origins show.
@MainActor
struct HostileFrames {
    /// The functions that the scripts of frames use.
    nonisolated static let helpers = """
        const app = "sw://app.example";
        const read = (method, url, headers = {}, body) => {
            const request = new XMLHttpRequest();
            try {
                request.open(method, url, false);
                for (const name in headers) request.setRequestHeader(name, headers[name]);
                request.send(body);
                return request.responseText || "nothing";
            } catch { return "refused"; }
        };

        """

    /// Tells a frame the id of its document, as a hostile frame may have found it out. The timing entries have it, which the runtime
    /// hides from the page, but not from other content worlds.
    private nonisolated static let telling = """
        addEventListener("tellDocument", () => {
            const asked = performance.getEntriesByType("resource").find(({ name }) => name.includes("/___client___"));
            document.documentElement.dataset.document = new URL(asked.name).searchParams.get("document");
        });
        """

    let server: LocalServer
    let view: SWWebView
    let navigations = Navigations()

    /// Serves the application while `body` runs.
    static func with(
        _ answers: [String: LocalServer.Answer] = [:],
        _ body: @MainActor (HostileFrames) async throws -> Void
    ) async throws {
        try await LocalServer.with { request in
            if let answer = answers["\(request.method) \(request.path)"] ?? answers[request.path] { return answer }
            switch request.path {
            case "/": return .init(body: "<title>App</title>")
            case "/secret": return .init(headers: ["Content-Type": "text/plain"], body: "the secret")
            case let path where path.hasPrefix("/frame/"):
                let text = path.dropFirst(7).replacing("-", with: "+").replacing("_", with: "/")
                return .init(body: String(decoding: Data(base64Encoded: String(text)) ?? Data(), as: UTF8.self))
            default: return .init(status: 404)
            }
        } _: { server in
            let configuration = WKWebViewConfiguration()
            configuration.websiteDataStore = .nonPersistent()
            configuration.mediaTypesRequiringUserActionForPlayback = []
            configuration.allowsInlineMediaPlayback = true
            configuration.userContentController.addUserScript(
                WKUserScript(
                    source: telling, injectionTime: .atDocumentStart, forMainFrameOnly: false, in: .world(name: "tests")
                ))
            let view = SWWebView(frame: CGRect(x: 0, y: 0, width: 400, height: 300), configuration: configuration)
            view.loader = MappedLoader(
                map: try OriginMap(["app", "other", "third"].map { "sw://\($0).example=\(server.origin)" }))
            let frames = HostileFrames(server: server, view: view)
            await view.open("sw://app.example/", frames.navigations)
            try await body(frames)
        }
    }

    /// Runs `script` in a frame in the page, and returns what it returns.
    func run(_ script: String, in kind: HostileFrame) async throws -> Any? {
        try await view.call(
            """
            const said = new Promise((resolve) => addEventListener("message", ({ data }) => resolve(data), { once: true }));
            document.body.insertAdjacentHTML("beforeend", element);
            const { value, error } = await said;
            if (error) throw new Error(error);
            return value;
            """, ["element": kind.element(script, server.origin)])
    }

    /// The methods and paths that the server was asked for, without frames.
    var asked: [String] { server.received.filter { !$0.path.hasPrefix("/frame/") }.map { "\($0.method) \($0.path)" } }
}
