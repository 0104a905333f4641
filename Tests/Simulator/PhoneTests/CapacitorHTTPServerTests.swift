import Foundation
import SWWebView
import Simulator
import TestSupport
import Testing
import URLInterception
import WebKit

@testable import ViewTestSupport

/// Tests of `CapacitorHttp`, and of the `fetch` and `XMLHttpRequest` that it replaces, against servers on the loopback interface.
@MainActor @Suite(.serialized, .hangLimit(minutes: 1))
struct CapacitorHTTPServerTests {
    private let navigations = Navigations()
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
        try folder.write("<title>Page</title>", to: "index.html")
    }

    /// Opens a page of an app whose configuration enables `CapacitorHttp`.
    private func open() async throws -> SWWebView {
        let half = NativeHalf(.capacitor)
        half.capacitor.replacesFetch = true
        let configuration = WKWebViewConfiguration()
        configuration.websiteDataStore = .nonPersistent()
        configuration.setURLSchemeHandler(MappedSchemeHandler(), forURLScheme: "capacitor")
        let view = SWWebView(frame: CGRect(x: 0, y: 0, width: 390, height: 844), configuration: configuration)
        view.loader = MappedLoader(map: try OriginMap(["capacitor://localhost=\(folder.url.path)"]))
        half.attach(to: view)
        view.navigationDelegate = navigations
        view.load(URLRequest(url: try #require(URL(string: "capacitor://localhost/"))))
        await navigations.over()
        return view
    }

    /// Calls a method of `CapacitorHttp`, and returns the response, or the code and the message of the error.
    private func call(_ options: String, method: String = "request", in view: SWWebView) async throws -> NativeValue {
        try NativeValue(
            try await view.call(
                """
                return await Capacitor.Plugins.CapacitorHttp.\(method)(\(options))
                    .catch(({ code, message }) => ({ code, message }));
                """))
    }

    @Test func `redirects are followed with the methods of the specification, or delivered`() async throws {
        let view = try await open()
        try await LocalServer.with { request in
            switch request.path {
            case "/see-other": .init(status: 303, headers: ["Location": "/end?see"])
            case "/temporary": .init(status: 307, headers: ["Location": "/end?temporary"])
            case "/moved": .init(status: 302, headers: ["Location": "/temporary"])
            case "/loop": .init(status: 302, headers: ["Location": "/loop"])
            default:
                .init(
                    headers: ["Content-Type": "application/json"],
                    body:
                        "{\"method\":\"\(request.method)\",\"body\":\"\(String(decoding: request.body, as: UTF8.self))\"}"
                )
            }
        } _: { server in
            let post = "data: 'text', headers: { 'Content-Type': 'text/plain' }"
            let seen = try await call("{ url: '\(server.origin)/see-other', \(post) }", method: "post", in: view)
            #expect(seen["data"] == ["method": "GET", "body": ""])
            #expect(seen["url"]?.string == "\(server.origin)/end?see" && seen["status"] == 200)
            let kept = try await call("{ url: '\(server.origin)/temporary', \(post) }", method: "post", in: view)
            #expect(kept["data"] == ["method": "POST", "body": "text"])
            let chained = try await call("{ url: '\(server.origin)/moved' }", method: "get", in: view)
            #expect(chained["url"]?.string == "\(server.origin)/end?temporary")
            let delivered = try await call(
                "{ url: '\(server.origin)/moved', disableRedirects: true }", method: "get", in: view)
            #expect(delivered["status"] == 302 && delivered["headers"]?["location"] == "/temporary")
            let endless = try await call("{ url: '\(server.origin)/loop' }", method: "get", in: view)
            #expect(endless == ["code": "NSURLErrorDomain", "message": "too many HTTP redirects"])
        }
    }

    @Test func `the native half keeps cookies for its requests, and the page has none of them`() async throws {
        let view = try await open()
        try await LocalServer.with { request in
            switch request.path {
            case "/set":
                .init(status: 302, headers: ["Set-Cookie": "session=a1; Path=/; HttpOnly", "Location": "/read"])
            default: .init(headers: ["Content-Type": "text/plain"], body: request.headers["cookie"] ?? "none")
            }
        } _: { server in
            #expect(try await call("{ url: '\(server.origin)/read' }", in: view)["data"] == "none")
            #expect(try await call("{ url: '\(server.origin)/set' }", in: view)["data"] == "session=a1")
            #expect(try await call("{ url: '\(server.origin)/read' }", in: view)["data"] == "session=a1")
            let fetched = try await view.call(
                "return [await (await fetch('\(server.origin)/read')).text(), document.cookie]")
            #expect(fetched as? [String] == ["session=a1", ""])
        }
    }

    @Test func `binary bodies arrive as Base64, and as null where they are no text`() async throws {
        let bytes = Data((0...255).map { UInt8($0) })
        let view = try await open()
        try await LocalServer.with { request in
            if request.method == "PUT" {
                return .init(headers: ["X-Size": "\(request.body.count)"], bytes: request.body)
            }
            return .init(headers: ["Content-Type": "application/octet-stream"], bytes: bytes)
        } _: { server in
            let url = "url: '\(server.origin)/bytes'"
            for type in ["arraybuffer", "blob"] {
                let answer = try await call("{ \(url), responseType: '\(type)' }", in: view)
                #expect(answer["data"]?.string == bytes.base64EncodedString())
            }
            #expect(try await call("{ \(url) }", in: view)["data"] == .null)
            let sent = try await call(
                """
                { \(url), method: 'PUT', data: '\(bytes.base64EncodedString())', dataType: 'file', responseType: 'blob',
                  headers: { 'Content-Type': 'image/png' } }
                """, in: view)
            #expect(sent["data"]?.string == bytes.base64EncodedString() && sent["headers"]?["x-size"] == "256")
            #expect(server.received.last?.headers["content-type"] == "image/png")
            // WebKit loads the body of a replaced GET.
            let fetched = try await view.call(
                "return [...new Uint8Array(await (await fetch('\(server.origin)/bytes')).arrayBuffer())].join()")
            #expect(fetched as? String == bytes.map { "\($0)" }.joined(separator: ","))
        }
    }

    @Test func `statuses without a body and errors of a server are responses`() async throws {
        let view = try await open()
        try await LocalServer.with { request in
            .init(status: Int(request.path.dropFirst()) ?? 200, headers: ["Content-Type": "application/json"])
        } _: { server in
            for status in [204, 404, 500] {
                let answer = try await call("{ url: '\(server.origin)/\(status)' }", method: "delete", in: view)
                #expect(answer["status"]?.number == Double(status))
            }
            let posted = try await view.call(
                """
                const { status, body, url } = await fetch('\(server.origin)/204', { method: 'POST' });
                return [`${status}`, `${body}`, url];
                """)
            #expect(posted as? [String] == ["204", "null", "\(server.origin)/204"])
        }
    }

    @Test func `a server that does not answer in time, or not at all, is an error with the code of iOS`() async throws {
        let view = try await open()
        let server = try RawServer { request, connection in
            switch request.path {
            case "/silent": connection.waitForClose()
            case "/cut":
                connection.head("200 OK", ["Content-Length": "100"])
                connection.send("half")
                connection.reset()
            default: connection.reset()
            }
        }
        func error(_ path: String, _ options: String = "") async throws -> NativeValue {
            try await call("{ url: '\(server.origin)\(path)'\(options) }", in: view)
        }
        let timedOut: NativeValue = ["code": "NSURLErrorDomain", "message": "The request timed out."]
        #expect(try await error("/silent", ", connectTimeout: 100") == timedOut)
        #expect(try await error("/silent", ", readTimeout: 100") == timedOut)
        let lost: NativeValue = ["code": "NSURLErrorDomain", "message": "The network connection was lost."]
        #expect(try await error("/cut") == lost)
        #expect(try await error("/reset") == lost)
        let failed = try await view.call(
            """
            return await Promise.all(['GET', 'POST'].map((method) =>
                fetch('\(server.origin)/reset', { method }).then(() => 'none', (error) => error.constructor.name)));
            """)
        #expect(failed as? [String] == ["TypeError", "Exception"])
        let refused = try await call("{ url: 'http://127.0.0.1:1/' }", in: view)
        #expect(refused == ["code": "NSURLErrorDomain", "message": "Could not connect to the server."])
    }

    @Test func `an XMLHttpRequest sends its body and receives the events of a response or an error`() async throws {
        let view = try await open()
        try await LocalServer.with { request in
            .init(headers: ["Content-Type": "text/plain", "X-Method": request.method], bytes: request.body)
        } _: { server in
            let events = try await view.call(
                """
                const send = (url) => new Promise((resolve) => {
                    const request = new XMLHttpRequest(), events = [];
                    for (const name of ['loadstart', 'load', 'error', 'abort', 'timeout']) request.addEventListener(name, () => events.push(name));
                    request.addEventListener('loadend', () => resolve([...events, request.status, request.responseText ?? ''].join()));
                    request.open('POST', url);
                    request.setRequestHeader('Content-Type', 'text/plain');
                    request.send('böde');
                });
                return [await send('\(server.origin)/echo'), await send('http://127.0.0.1:1/')];
                """)
            #expect(events as? [String] == ["loadstart,load,200,böde", "loadstart,error,0,"])
        }
    }
}
