import SWWebView
import Synchronization
import TestSupport
import Testing
import URLInterception
import WebKit

@testable import ViewTestSupport

/// Requests that scripts make more than once: WebKit takes an answer of a custom scheme to be fresh for ever.
@MainActor @Suite(.serialized, .hangLimit(minutes: 1))
struct RepeatedRequestTests {
    let navigations = Navigations()

    /// Asks three times by XMLHttpRequest, and twice by fetch; returns the texts.
    private static let asking = """
        const request = (headers) => new Promise((resolve) => {
            const xhr = new XMLHttpRequest();
            xhr.open("GET", address);
            for (const name in headers) xhr.setRequestHeader(name, headers[name]);
            xhr.onload = () => resolve(xhr.responseText + (xhr.responseURL.endsWith(address) ? "" : xhr.responseURL));
            xhr.send();
        });
        const texts = [await request({}), await request({}), await request({ Accept: "text/html, */*; q=0.01" })];
        for (let count = 0; count < 2; count++) texts.push(await (await fetch(address)).text());
        return texts.join(" ");
        """

    @Test(arguments: ["", "<meta name=referrer content=no-referrer>"])
    func `a scheme handler is asked each time, as on iOS`(head: String) async throws {
        let pages = Pages()
        var count = 0
        pages["/"] = head
        pages.on("/count") {
            count += 1
            $0.answer("\(count)", type: "text/plain")
        }
        let view = makeView(pages, navigations)
        await view.open("app://host/", navigations)
        let texts = try await view.call(Self.asking, ["address": "/count"])
        #expect(texts as? String == "1 2 3 4 5")
    }

    @Test func `a Cache-Control of the handler's stays as it is`() async throws {
        let pages = Pages()
        pages["/"] = ""
        pages.on("/kept") {
            $0.respond(type: "text/plain", headers: ["Cache-Control": "max-age=60"])
            $0.didFinish()
        }
        let view = makeView(pages, navigations)
        await view.open("app://host/", navigations)
        let seen = try await view.call("return (await fetch('/kept')).headers.get('Cache-Control')")
        #expect(seen as? String == "max-age=60")
    }

    @Test(arguments: [BridgeTransport.events, .channel])
    func `a server behind the bridge is asked each time, and the page sees its headers only`(
        _ transport: BridgeTransport
    ) async throws {
        let count = Mutex(0)
        try await LocalServer.with({ request in
            if request.path == "/" { return .init(body: "<title>page</title>") }
            let number = count.withLock { count in
                count += 1
                return count
            }
            return .init(headers: ["Content-Type": "text/plain"], body: "\(number)")
        }) { server in
            let configuration = WKWebViewConfiguration()
            configuration.websiteDataStore = .nonPersistent()
            let view = SWWebView(frame: .zero, configuration: configuration)
            view.bridgeTransport = transport
            view.serviceWorkerPermittedDomains = ["app.example"]
            view.loader = MappedLoader(map: try OriginMap(["https://app.example=\(server.origin)"]))
            await view.open("https://app.example/", navigations)
            let texts = try await view.call(Self.asking, ["address": "/count"])
            #expect(texts as? String == "1 2 3 4 5")
            let seen = try await view.call(
                """
                const xhr = new XMLHttpRequest();
                xhr.open("GET", "/count#part", false);
                xhr.send();
                return [location.protocol, xhr.getResponseHeader("Cache-Control"), xhr.responseURL.split("#")[1]].join(" ");
                """)
            #expect(seen as? String == "sw:  ")
        }
    }

    @Test(
        arguments: [
            ([:], "1 2 2"), (["Cache-Control": "max-age=0, must-revalidate"], "1 2 2"),
            (["ETag": "\"one\""], "1 1 2"), (["Cache-Control": "no-cache", "ETag": "\"one\""], "1 1 2"),
            (["Expires": "0"], "1 2 2"), (["Cache-Control": "max-age=86400"], "1 1 1"),
            (["Last-Modified": "Sun, 06 Nov 1994 08:49:37 GMT"], "1 1 1"),
        ] as [([String: String], String)])
    func `an element asks a server behind the bridge again, unless its answer is fresh for long`(
        _ headers: [String: String], _ expected: String
    ) async throws {
        let count = Mutex(0)
        try await LocalServer.with({ request in
            guard request.path == "/count.js" else { return .init(body: "<script src=/count.js></script>") }
            let number = count.withLock { count in
                count += 1
                return count
            }
            if let tag = request.headers["if-none-match"], tag == headers["ETag"] {
                return .init(status: 304, headers: headers)
            }
            let type = ["Content-Type": "text/javascript"]
            return .init(headers: headers.merging(type) { own, _ in own }, body: "self.number = \(number)")
        }) { server in
            let configuration = WKWebViewConfiguration()
            configuration.websiteDataStore = .nonPersistent()
            let view = SWWebView(frame: .zero, configuration: configuration)
            view.serviceWorkerPermittedDomains = ["app.example"]
            view.loader = MappedLoader(map: try OriginMap(["https://app.example=\(server.origin)"]))
            var seen: [String] = []
            for path in ["first", "second"] {
                await view.open("https://app.example/\(path)", navigations)
                seen.append(try await view.call("return String(self.number)") as? String ?? "none")
            }
            #expect((seen + ["\(count.withLock { $0 })"]).joined(separator: " ") == expected)
        }
    }
}
