import Foundation
import SWWebView
import TestSupport
import Testing
import WebKit

@testable import ViewTestSupport

/// The rules of Fetch across origins, which hold for every script that fetches.
@MainActor @Suite(.serialized, .hangLimit(minutes: 1))
struct FetchRuleTests {
    /// A kind of script that fetches.
    enum Asker: String, CaseIterable {
        case page, dedicatedWorker, sharedWorker, serviceWorker
    }

    /// Each rule fetches and returns what its script sees of the response.
    private nonisolated static let rules = """
        const text = async (url, init) => (await fetch(url, init)).text();
        // WebKit gets a Cache-Control header with each answer of a scheme, see WKURLSchemeTask.
        const names = async (url, init) => [...(await fetch(url, init)).headers.keys()].filter((name) => name !== "cache-control").join();
        const rules = {
            "GET that is shared": ({ other }) => text(`${other}/shared`),
            "GET that is not shared": ({ other }) => text(`${other}/plain`),
            "PUT that is permitted": ({ other }) => text(`${other}/permitted`, { method: "PUT", body: "x" }),
            "PUT that is permitted, again": ({ other }) => text(`${other}/permitted`, { method: "PUT", body: "x" }),
            "PUT that is not permitted": ({ other }) => text(`${other}/shared/put`, { method: "PUT", body: "x" }),
            "DELETE that is not permitted": ({ other }) => text(`${other}/shared/delete`, { method: "DELETE" }),
            "header that is permitted": ({ other }) => text(`${other}/permitted/header`, { headers: { "X-Own": "1" } }),
            "header that is not permitted": ({ other }) => text(`${other}/shared/header`, { headers: { "X-Own": "1" } }),
            "JSON that is not permitted": ({ other }) =>
                text(`${other}/shared/json`, { method: "POST", headers: { "Content-Type": "application/json" }, body: "{}" }),
            "credentials for all": ({ other }) => text(`${other}/shared/star`, { credentials: "include" }),
            "credentials that are not allowed": ({ other }) => text(`${other}/named`, { credentials: "include" }),
            "credentials": ({ other }) => text(`${other}/private`, { credentials: "include" }),
            "headers": ({ other }) => names(`${other}/shared/names`),
            "redirect": ({ home, other }) => text(`${home}/302/${encodeURIComponent(`${other}/shared/redirect`)}`),
            "headers after a redirect": ({ home, other }) => names(`${home}/302/${encodeURIComponent(`${other}/shared/names-after`)}`),
            "redirect to what is not shared": ({ home, other }) => text(`${home}/302/${encodeURIComponent(`${other}/plain/redirect`)}`),
            "redirect with credentials for all": ({ home, other }) =>
                text(`${home}/302/${encodeURIComponent(`${other}/shared/star-after`)}`, { credentials: "include" }),
            "redirect with credentials that are not allowed": ({ home, other }) =>
                text(`${home}/302/${encodeURIComponent(`${other}/named/after`)}`, { credentials: "include" }),
            "redirect with credentials": ({ home, other }) =>
                text(`${home}/302/${encodeURIComponent(`${other}/private/after`)}`, { credentials: "include" }),
            "redirected PUT that is permitted": ({ home, other }) =>
                text(`${home}/307/${encodeURIComponent(`${other}/permitted/after`)}`, { method: "PUT", body: "x" }),
            "redirected PUT that is not permitted": ({ home, other }) =>
                text(`${home}/307/${encodeURIComponent(`${other}/shared/put-after`)}`, { method: "PUT", body: "x" }),
            "redirected Authorization": ({ home, other }) =>
                text(`${home}/302/${encodeURIComponent(`${other}/shared/authorization`)}`, { headers: { Authorization: "Basic eA==" } }),
            "redirect by way of another origin": ({ home, other }) => text(`${other}/302/${encodeURIComponent(`${home}/shared/back`)}`),
            "redirect by way of another origin to what is not shared": ({ home, other }) => text(`${other}/302/${encodeURIComponent(`${home}/plain/back`)}`),
            "mode same-origin": ({ other }) => text(`${other}/shared/same-origin`, { mode: "same-origin" }),
            "redirect in mode same-origin": ({ home, other }) =>
                text(`${home}/302/${encodeURIComponent(`${other}/shared/same-origin-after`)}`, { mode: "same-origin" }),
            "mode navigate": ({ home, other }) =>
                text(`${home}/302/${encodeURIComponent(`${other}/shared/navigate`)}`, { mode: "navigate" }),
            "a mark of the page's own": ({ home, other }) =>
                text(`${home}/302/${encodeURIComponent(`${other}/plain/marked`)}#___sw?destination=iframe&mode=navigate&redirect=follow`),
            "redirects without end": ({ home }) => text(`${home}/loop`),
            "redirect that is an error": ({ home }) => text(`${home}/302/${encodeURIComponent(`${home}/shared/error`)}`, { redirect: "error" }),
            "redirect that is not followed": async ({ home }) =>
                (await fetch(`${home}/302/${encodeURIComponent(`${home}/shared/manual`)}`, { redirect: "manual" })).type,
            "opaque response": async ({ other }) => (await fetch(`${other}/plain/opaque`, { mode: "no-cors" })).type,
            "opaque response after a redirect": async ({ home, other }) =>
                (await fetch(`${home}/302/${encodeURIComponent(`${other}/plain/opaque-after`)}`, { mode: "no-cors" })).type,
        };
        const all = async (origins) => {
            const found = {};
            for (const name in rules) found[name] = await rules[name](origins).catch(() => "refused");
            return JSON.stringify(found);
        };
        """

    private nonisolated static let scripts = [
        "/rules.js": rules,
        "/dedicated.js": "importScripts('/rules.js'); onmessage = async ({ data }) => postMessage(await all(data));",
        "/shared-worker.js": """
        importScripts("/rules.js");
        onconnect = ({ ports: [port] }) => { port.onmessage = async ({ data }) => port.postMessage(await all(data)); };
        """,
        "/service.js": """
        importScripts("/rules.js");
        onmessage = (event) => event.waitUntil(all(event.data).then((text) => event.source.postMessage(text)));
        """,
    ]

    private nonisolated static let page = """
        <script src=/rules.js></script>
        <script>
        const next = (target) => new Promise((resolve) => target.addEventListener("message", ({ data }) => resolve(data), { once: true }));
        const askers = {
            page: (origins) => all(origins),
            dedicatedWorker: (origins) => {
                const worker = new Worker("/dedicated.js");
                worker.postMessage(origins);
                return next(worker);
            },
            sharedWorker: (origins) => {
                const { port } = new SharedWorker("/shared-worker.js");
                port.start();
                port.postMessage(origins);
                return next(port);
            },
            serviceWorker: async (origins) => {
                const { installing } = await navigator.serviceWorker.register("/service.js", { scope: "/none" });
                navigator.serviceWorker.startMessages();
                installing.postMessage(origins);
                return next(navigator.serviceWorker);
            },
        };
        </script>
        """

    private nonisolated static func answer(_ request: LocalServer.Received) -> LocalServer.Answer {
        let name = request.path.split(separator: "/").first.map(String.init) ?? ""
        let origin = request.headers["origin"] ?? ""
        var headers = [
            "Content-Type": "text/plain", "X-Shown": "1", "X-Hidden": "1", "Access-Control-Expose-Headers": "X-Shown",
        ]
        switch name {
        case "302", "307":
            headers["Location"] = request.path.dropFirst(name.count + 2).removingPercentEncoding
            headers["Access-Control-Allow-Origin"] = origin.isEmpty ? "*" : origin
            return .init(status: name == "302" ? 302 : 307, headers: headers)
        case "loop": return .init(status: 302, headers: ["Location": "/loop"])
        case "shared": headers["Access-Control-Allow-Origin"] = "*"
        case "named": headers["Access-Control-Allow-Origin"] = origin
        case "private":
            headers["Access-Control-Allow-Origin"] = origin
            headers["Access-Control-Allow-Credentials"] = "true"
        case "permitted":
            headers["Access-Control-Allow-Origin"] = "*"
            headers["Access-Control-Allow-Methods"] = "PUT"
            headers["Access-Control-Allow-Headers"] = "X-Own"
            headers["Access-Control-Max-Age"] = "600"
        default:
            if let script = scripts[request.path] {
                return .init(headers: ["Content-Type": "text/javascript"], body: script)
            }
            if request.path == "/" { return .init(body: page) }
        }
        return .init(headers: headers, body: "seen")
    }

    private static let refused = [
        "GET that is not shared", "PUT that is not permitted", "DELETE that is not permitted",
        "header that is not permitted",
        "JSON that is not permitted", "credentials for all", "credentials that are not allowed",
        "redirect to what is not shared", "redirect with credentials for all",
        "redirect with credentials that are not allowed", "redirected PUT that is not permitted",
        "redirect by way of another origin to what is not shared", "mode same-origin", "redirect in mode same-origin",
        "mode navigate", "a mark of the page's own", "redirects without end", "redirect that is an error",
    ]
    private static let special = [
        "headers": "content-length,content-type,x-shown",
        "headers after a redirect": "content-length,content-type,x-shown",
        "redirect that is not followed": "opaqueredirect", "opaque response": "opaque",
        "opaque response after a redirect": "opaque",
    ]

    @Test(arguments: Asker.allCases)
    func `the rules hold`(_ asker: Asker) async throws {
        try await LocalServer.with({ Self.answer($0) }) { home in
            try await LocalServer.with({ Self.answer($0) }) { other in
                let configuration = WKWebViewConfiguration()
                configuration.websiteDataStore = .nonPersistent()
                let view = SWWebView(frame: CGRect(x: 0, y: 0, width: 300, height: 200), configuration: configuration)
                view.serviceWorkerPermittedDomains = ["127.0.0.1"]
                await view.open(home.origin + "/", Navigations())
                let bridged = { (server: LocalServer) in "sw://127.0.0.1:\(server.port)" }
                let text = try await view.call(
                    "return await askers[asker](origins)",
                    ["asker": asker.rawValue, "origins": ["home": bridged(home), "other": bridged(other)]])
                let found = try JSONDecoder().decode([String: String].self, from: Data((text as? String ?? "").utf8))
                #expect(found.count > 30)
                for (rule, result) in found.sorted(by: { $0.key < $1.key }) {
                    let expected = Self.special[rule] ?? (Self.refused.contains(rule) ? "refused" : "seen")
                    #expect(result == expected, "\(rule)")
                }
                check(home.received, other.received, origin: home.origin)
            }
        }
    }

    /// Checks what the servers saw.
    private func check(_ home: [LocalServer.Received], _ other: [LocalServer.Received], origin: String) {
        func lines(_ requests: [LocalServer.Received], _ path: String) -> [String] {
            requests.filter { $0.path == path }.map { "\($0.method) \($0.headers["origin"] ?? "")" }
        }
        for path in ["put", "delete", "header", "json", "put-after"] {
            #expect(lines(other, "/shared/\(path)") == ["OPTIONS \(origin)"], "\(path)")
        }
        #expect(lines(other, "/permitted") == ["OPTIONS \(origin)", "PUT \(origin)", "PUT \(origin)"])
        #expect(lines(other, "/permitted/header") == ["OPTIONS \(origin)", "GET \(origin)"])
        #expect(lines(other, "/permitted/after") == ["OPTIONS \(origin)", "PUT \(origin)"])
        #expect(lines(other, "/shared") == ["GET \(origin)"])
        #expect(lines(other, "/shared/redirect") == ["GET \(origin)"])
        #expect(lines(other, "/shared/authorization") == ["GET \(origin)"])
        #expect(lines(other, "/plain/opaque") == ["GET "])
        #expect(lines(other, "/plain/opaque-after") == ["GET "])
        #expect(lines(other, "/shared/same-origin") == [])
        #expect(lines(other, "/shared/same-origin-after") == [])
        #expect(lines(other, "/shared/navigate") == [])
        #expect(lines(home, "/shared/back") == ["GET null"])
        #expect(lines(home, "/plain/back") == ["GET null"])
        #expect(lines(home, "/shared/error") == [])
        #expect(lines(home, "/shared/manual") == [])
        #expect(home.filter { $0.path == "/loop" }.count == 21)
        for request in other { #expect(request.headers["authorization"] == nil) }
        for request in home + other where request.method == "OPTIONS" {
            #expect(request.headers["cookie"] == nil)
            #expect(request.headers["access-control-request-method"] != nil)
        }
    }
}
