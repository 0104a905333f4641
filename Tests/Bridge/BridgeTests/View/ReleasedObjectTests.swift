import Foundation
import SchemeHandlers
import TestSupport
import Testing
import UIKitSubset
import WebKit

@testable import ViewTestSupport

/// Objects that an application has added and removed, and that nothing keeps alive then.
@MainActor @Suite(.serialized, .hangLimit(minutes: 1))
struct ReleasedObjectTests {
    /// An object that holds the view that holds it: the usual cycle of an application.
    final class Owner: NSObject, WKScriptMessageHandler, WKScriptMessageHandlerWithReply, WKHTTPCookieStoreObserver,
        WKNavigationDelegate, WKUIDelegate, WKURLSchemeHandler, UIScrollViewDelegate
    {
        let view: WKWebView
        var observation: NSKeyValueObservation?

        init(_ view: WKWebView) { self.view = view }

        var content: WKUserContentController { view.configuration.userContentController }

        func userContentController(
            _ userContentController: WKUserContentController, didReceive message: WKScriptMessage
        ) {}

        func userContentController(
            _ userContentController: WKUserContentController, didReceive message: WKScriptMessage
        ) async -> (Any?, String?) { (nil, nil) }

        func webView(_ webView: WKWebView, start urlSchemeTask: any WKURLSchemeTask) {}
        func webView(_ webView: WKWebView, stop urlSchemeTask: any WKURLSchemeTask) {}
    }

    struct Row: CustomTestStringConvertible, Sendable {
        let testDescription: String
        let add: @MainActor @Sendable (Owner) -> Void
        var remove: @MainActor @Sendable (Owner) -> Void = { _ in }

        init(
            _ name: String, _ add: @escaping @MainActor @Sendable (Owner) -> Void,
            remove: @escaping @MainActor @Sendable (Owner) -> Void = { _ in }
        ) { (testDescription, self.add, self.remove) = (name, add, remove) }
    }

    private static let world = WKContentWorld.world(name: "released")
    private static let addHandler: @MainActor @Sendable (Owner) -> Void = {
        $0.content.add($0 as any WKScriptMessageHandler, name: "x")
    }
    private static let addInWorld: @MainActor @Sendable (Owner) -> Void = {
        $0.content.add($0 as any WKScriptMessageHandler, contentWorld: world, name: "x")
    }

    nonisolated static let rows: [Row] = [
        Row("removeScriptMessageHandler(forName:)", { addHandler($0) }) {
            $0.content.removeScriptMessageHandler(forName: "x")
        },
        Row("removeScriptMessageHandler(forName:contentWorld:)", { addInWorld($0) }) {
            $0.content.removeScriptMessageHandler(forName: "x", contentWorld: world)
        },
        Row("removeAllScriptMessageHandlers(from:)", { addInWorld($0) }) {
            $0.content.removeAllScriptMessageHandlers(from: world)
        },
        Row(
            "removeAllScriptMessageHandlers()",
            {
                addHandler($0); addInWorld($0)
            }
        ) {
            $0.content.removeAllScriptMessageHandlers()
        },
        Row(
            "a handler with replies",
            { $0.content.addScriptMessageHandler($0, contentWorld: .page, name: "x") }
        ) { $0.content.removeScriptMessageHandler(forName: "x") },
        Row(
            "delegates",
            {
                $0.view.navigationDelegate = $0
                $0.view.uiDelegate = $0
                $0.view.scrollView.delegate = $0
            }),
        Row("a cookie observer", { $0.view.configuration.websiteDataStore.httpCookieStore.add($0) }),
        Row("a removed cookie observer", { $0.view.configuration.websiteDataStore.httpCookieStore.add($0) }) {
            $0.view.configuration.websiteDataStore.httpCookieStore.remove($0)
        },
        Row(
            "an observation",
            { owner in
                owner.observation = owner.view.observe(\.title) { _, _ in _ = owner }
            }
        ) { $0.observation?.invalidate() },
        Row(
            "an observation of the scroll view",
            { owner in
                owner.observation = owner.view.scrollView.observe(\.contentOffset) { _, _ in _ = owner }
            }
        ) { $0.observation?.invalidate() },
        Row(
            "a prompt",
            { owner in
                owner.view.capturePrompt = { _, _ in owner.view.url == nil }
            }
        ) { $0.view.capturePrompt = nil },
        Row(
            "a link handler",
            { owner in
                owner.view.handleLinks(toScheme: "x") { _ in owner.view.url == nil }
            }
        ) { $0.view.handleLinks(toScheme: "x", nil) },
        Row(
            "calls that have returned",
            { owner in
                owner.view.evaluateJavaScript("1") { _, _ in _ = owner }
                owner.view.configuration.websiteDataStore.httpCookieStore.getAllCookies { _ in _ = owner }
            }),
    ]

    @Test(arguments: rows)
    func `an owner and its view end once what was added is removed`(_ row: Row) async throws {
        let pages = Pages()
        pages["/"] = "<p>page"
        let navigations = Navigations()
        weak var view: WKWebView?
        weak var owner: Owner?
        do {
            let made = makeView(pages, navigations)
            let holder = Owner(made)
            (view, owner) = (made, holder)
            row.add(holder)
            if holder.view.navigationDelegate !== holder {
                await made.open("app://host/", navigations)
                try await made.call("0")
            }
            row.remove(holder)
        }
        // The last message of the page may hold the view for a turn of the main loop.
        for _ in 0..<100 where view != nil { await Task.yield() }
        #expect(owner == nil, "\(row.testDescription)")
        #expect(view == nil, "\(row.testDescription)")
    }

    @Test func `scripts and rule lists are released by their removals`() async throws {
        let folder = try TemporaryFolder()
        let store = try #require(WKContentRuleListStore(url: folder.url))
        let rules = #"[{"trigger": {"url-filter": "picture"}, "action": {"type": "block"}}]"#
        let pages = Pages()
        pages["/"] = "<p>page"
        let navigations = Navigations()
        let view = makeView(pages, navigations)
        let content = view.configuration.userContentController
        weak var script: WKUserScript?
        do {
            let made = WKUserScript(source: "1", injectionTime: .atDocumentEnd, forMainFrameOnly: true)
            script = made
            content.addUserScript(made)
        }
        await view.open("app://host/", navigations)
        content.removeAllUserScripts()
        #expect(script == nil)
        for removesAll in [false, true] {
            weak var released: WKContentRuleList?
            do {
                let list = try await store.compileContentRuleList(
                    forIdentifier: "rules", encodedContentRuleList: rules)
                released = list
                content.add(try #require(list))
                if !removesAll { content.remove(try #require(list)) }
            }
            if removesAll { content.removeAllContentRuleLists() }
            #expect(released == nil)
        }
    }

    @Test func `the handler of a scheme ends with its configuration and its views`() async {
        weak var handler: Pages?
        weak var view: WKWebView?
        do {
            let pages = Pages()
            pages["/"] = "<p>page"
            handler = pages
            let navigations = Navigations()
            let made = makeView(pages, navigations)
            view = made
            await made.open("app://host/", navigations)
        }
        #expect(view == nil && handler == nil)
    }
}
