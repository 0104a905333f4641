import Foundation
import SWWebView
import Simulator
import TestSupport
import Testing
import URLInterception
import WebKit

@testable import ViewTestSupport

/// Views that simulate a version of iOS.
@MainActor @Suite(.serialized, .hangLimit(minutes: 1))
struct SimulatedVersionTests {
    private let navigations = Navigations()
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
        // The title works in views that run no scripts of the application.
        try folder.write("<script>document.title = 'serviceWorker' in navigator</script>", to: "index.html")
        try folder.write("<script>parent.postMessage('serviceWorker' in navigator, '*')</script>", to: "frame.html")
    }

    private func makeView(_ change: (WKWebViewConfiguration) -> Void) throws -> SWWebView {
        let configuration = WKWebViewConfiguration()
        configuration.websiteDataStore = .nonPersistent()
        change(configuration)
        let view = SWWebView(frame: .zero, configuration: configuration)
        let hosts = ["app.example", "sub.app.example", "notapp.example", "other.example"]
        view.loader = MappedLoader(map: try OriginMap(hosts.map { "https://\($0)=." }, relativeTo: folder.url))
        return view
    }

    @Test func `a view of the version lacks its newer APIs, and has its user agent`() async throws {
        let view = try makeView { $0.simulate(IOSVersion.ios15) }
        await view.open("https://app.example/", navigations)
        let seen = try await view.call(
            "return ['structuredClone' in self, 'fetch' in self, navigator.userAgent].join()")
        #expect(seen as? String == "false,true,\(IOSVersion.ios15.userAgent)")
    }

    @Test func `a user agent of the application and the views of other configurations stay`() async throws {
        let view = try makeView {
            $0.customUserAgent = "Mine/1"
            $0.simulate(IOSVersion.ios15)
        }
        await view.open("https://app.example/", navigations)
        #expect(try await view.evaluateJavaScript("navigator.userAgent") as? String == "Mine/1")
        let plain = try makeView { _ in }
        await plain.open("https://app.example/", navigations)
        #expect(
            try await plain.evaluateJavaScript("'structuredClone' in self && 'serviceWorker' in navigator") as? Bool
                == true)
    }

    @Test(arguments: [["app.example"], ["https://www.App.example/path"], ["none.example", "https://app.example"]])
    func `pages of app-bound domains keep their service workers in a limited view`(domains: [String]) async throws {
        let view = try makeView {
            $0.appBoundDomains = domains
            $0.limitsNavigationsToAppBoundDomains = true
            $0.simulate(IOSVersion.ios18)
        }
        for host in ["app.example", "sub.app.example"] {
            await view.open("https://\(host)/", navigations)
            #expect(view.title == "true", "\(host)")
        }
        // Frames of other hosts have none, also of hosts whose names end alike.
        for (host, expected) in [("app.example", true), ("notapp.example", false), ("other.example", false)] {
            let has = try await view.call(
                """
                const frame = document.createElement('iframe');
                frame.src = 'https://\(host)/frame.html';
                const heard = new Promise((resolve) => addEventListener('message', ({ data }) => resolve(data), { once: true }));
                document.body.append(frame);
                return await heard;
                """)
            #expect(has as? Bool == expected, "\(host)")
        }
        await view.open("https://app.example/", navigations)
        let state = try await view.call(
            """
            const { active, installing } = await navigator.serviceWorker.register('worker.js').catch((error) => ({ installing: error }));
            return String(active ?? installing);
            """)
        // There is no worker.js: WebKit's own registration failed.
        #expect((state as? String)?.hasPrefix("TypeError") == true, "\(state ?? "nil")")
    }

    @Test func `a list of app-bound domains alone gives no page its service workers back`() async throws {
        let view = try makeView {
            $0.appBoundDomains = ["app.example"]
            $0.simulate(IOSVersion.ios18)
        }
        await view.open("https://app.example/", navigations)
        #expect(view.title == "false")
    }

    @Test(arguments: [IOSVersion.ios17, nil])
    func `frames of other sites have no cookies`(version: IOSVersion?) async throws {
        try folder.write(
            """
            <script>document.cookie = 'frame=1; SameSite=None; Secure'; parent.postMessage(document.cookie, '*')</script>
            """, to: "cookie.html")
        let view = try makeView { if let version { $0.simulate(version) } }
        await view.open("https://app.example/", navigations)
        for (host, expected) in [("other.example", ""), ("notapp.example", "")] {
            let cookie = try await view.call(
                """
                const frame = document.createElement('iframe');
                frame.src = 'https://\(host)/cookie.html';
                const heard = new Promise((resolve) => addEventListener('message', ({ data }) => resolve(data), { once: true }));
                document.body.append(frame);
                return await heard;
                """)
            #expect(cookie as? String == expected, "\(host)")
        }
    }
}
