import Foundation
import TestSupport
import Testing
import WebKit

@testable import ViewTestSupport

@MainActor @Suite(.serialized, .hangLimit(minutes: 1))
struct ContentRuleListTests {
    static let hide = #"""
        [{"trigger": {"url-filter": ".*"}, "action": {"type": "css-display-none", "selector": ".hidden"}}]
        """#
    static let block = #"[{"trigger": {"url-filter": "picture"}, "action": {"type": "block"}}]"#
    nonisolated static let picture = #"<svg xmlns="http://www.w3.org/2000/svg" width="4" height="4"/>"#
    static let widths = "return Array.from(document.images, (image) => image.naturalWidth)"
    static let display = "return getComputedStyle(document.querySelector('.hidden')).display"

    let folder: TemporaryFolder
    let store: WKContentRuleListStore
    let navigations = Navigations()
    let pages = Pages()

    init() throws {
        folder = try TemporaryFolder()
        store = try #require(WKContentRuleListStore(url: folder.url))
        pages["/"] = "<p class=hidden>text</p><img src=/picture.svg><img src=/other.svg>"
        for path in ["/picture.svg", "/other.svg"] {
            pages.on(path) { $0.answer(Self.picture, type: "image/svg+xml") }
        }
    }

    private func compile(_ rules: String, _ identifier: String = "rules") async throws -> WKContentRuleList {
        let list = try await store.compileContentRuleList(forIdentifier: identifier, encodedContentRuleList: rules)
        return try #require(list)
    }

    private func code(_ body: () async throws -> Void) async -> WKError.Code? {
        do { try await body() } catch { return (error as? WKError)?.code }
        return nil
    }

    /// Expects the widths of a page's images.
    private func expect(
        _ widths: [Int], in view: WKWebView, at location: SourceLocation = #_sourceLocation
    ) async throws {
        let found = try await view.call(Self.widths) as? [Int]
        #expect(found == widths, sourceLocation: location)
    }

    // MARK: Views

    @Test func `a list hides elements while it is added, and no longer after its removal and a reload`() async throws {
        let list = try await compile(Self.hide)
        let view = makeView(pages, navigations)
        await view.open("app://host/", navigations)
        #expect(try await view.call(Self.display) as? String == "block")
        let controller = view.configuration.userContentController
        for remove in [{ controller.remove(list) }, { controller.removeAllContentRuleLists() }] {
            controller.add(list)
            view.reload()
            await navigations.over()
            #expect(try await view.call(Self.display) as? String == "none")
            remove()
            view.reload()
            await navigations.over()
            #expect(try await view.call(Self.display) as? String == "block")
        }
    }

    @Test func `a list applies to every view of a controller, made before or after it was added`() async throws {
        let controller = WKUserContentController()
        let first = makeView(pages, navigations) { $0.userContentController = controller }
        controller.add(try await compile(Self.block))
        let second = makeView(pages, navigations) { $0.userContentController = controller }
        for view in [first, second] {
            await view.open("app://host/", navigations)
            try await expect([0, 4], in: view)
        }
    }

    @Test func `a list replaces the one with its identifier`() async throws {
        let view = makeView(pages, navigations)
        view.configuration.userContentController.add(try await compile(Self.hide))
        view.configuration.userContentController.add(try await compile(Self.block))
        await view.open("app://host/", navigations)
        #expect(try await view.call(Self.display) as? String == "block")
        try await expect([0, 4], in: view)
    }

    @Test func `a rule blocks an image of a custom scheme before its handler is asked`() async throws {
        let list = try await compile(Self.block)
        let view = makeView(pages, navigations) { $0.userContentController.add(list) }
        await view.open("app://host/", navigations)
        try await expect([0, 4], in: view)
        #expect(pages.started == ["/", "/other.svg"])
    }

    @Test func `a rule blocks an image of a server before it is asked`() async throws {
        let list = try await compile(Self.block)
        let page = "<img src=/picture.svg><img src=/other.svg>"
        let answers: @Sendable (LocalServer.Received) async throws -> LocalServer.Answer = { request in
            request.path.hasSuffix(".svg")
                ? .init(headers: ["Content-Type": "image/svg+xml"], body: Self.picture) : .init(body: page)
        }
        try await LocalServer.with(answers) { server in
            let view = makeView(pages, navigations) { $0.userContentController.add(list) }
            await view.open(server.origin + "/", navigations)
            try await expect([0, 4], in: view)
            #expect(!server.received.contains { $0.path == "/picture.svg" })
            view.configuration.userContentController.remove(list)
            view.reload()
            await navigations.over()
            try await expect([4, 4], in: view)
            #expect(server.received.contains { $0.path == "/picture.svg" })
        }
    }

    // MARK: Store

    @Test func `rules that are no JSON array fail to compile, with the reason`() async throws {
        await #expect(throws: WKError.self) { _ = try await compile("[") }
        #expect(await code { _ = try await compile("[") } == .contentRuleListStoreCompileFailed)
        #expect(await code { _ = try await compile("") } == .contentRuleListStoreCompileFailed)
        do { _ = try await compile("[") } catch {
            #expect((error as? WKError)?.userInfo[NSHelpAnchorErrorKey] as? String != "")
        }
        #expect(await store.availableIdentifiers() == [])
    }

    @Test func `a list that was compiled is found once, and not after its removal`() async throws {
        #expect(try await compile(Self.block, "known").identifier == "known")
        let found = try await store.contentRuleList(forIdentifier: "known")
        #expect(found?.identifier == "known")
        #expect(
            await code { _ = try await store.contentRuleList(forIdentifier: "unknown") }
                == .contentRuleListStoreLookUpFailed)
        try await store.removeContentRuleList(forIdentifier: "known")
        #expect(
            await code { try await store.removeContentRuleList(forIdentifier: "known") }
                == .contentRuleListStoreRemoveFailed)
        #expect(
            await code { _ = try await store.contentRuleList(forIdentifier: "known") }
                == .contentRuleListStoreLookUpFailed)
    }

    @Test func `a list that is looked up blocks as the compiled one does`() async throws {
        _ = try await compile(Self.block)
        let again = try #require(WKContentRuleListStore(url: folder.url))
        let list = try #require(try await again.contentRuleList(forIdentifier: "rules"))
        let view = makeView(pages, navigations) { $0.userContentController.add(list) }
        await view.open("app://host/", navigations)
        try await expect([0, 4], in: view)
    }

    @Test func `identifiers are any text`() async throws {
        let identifiers: Set = [":;%25+", "👩🏽‍💻 rules/..", "Rules", "rules"]
        for identifier in identifiers { #expect(try await compile(Self.block, identifier).identifier == identifier) }
        let available = try #require(await store.availableIdentifiers())
        #expect(available.sorted() == identifiers.sorted())
        for identifier in identifiers {
            let found = try await store.contentRuleList(forIdentifier: identifier)
            #expect(found?.identifier == identifier)
        }
    }

    @Test func `stores of other folders are independent, and one without a folder is nil`() async throws {
        let otherFolder = try TemporaryFolder()
        let other = try #require(WKContentRuleListStore(url: otherFolder.url.appending(path: "made/if need be")))
        _ = try await compile(Self.block)
        #expect(await other.availableIdentifiers() == [])
        _ = try await other.compileContentRuleList(forIdentifier: "other", encodedContentRuleList: Self.block)
        #expect(await other.availableIdentifiers() == ["other"])
        #expect(await store.availableIdentifiers() == ["rules"])
        #expect(WKContentRuleListStore(url: nil) == nil)
        #expect(WKContentRuleListStore(url: URL("https://app.example/")) == nil)
        #expect(WKContentRuleListStore.default() === WKContentRuleListStore.default())
    }

    @Test(arguments: ["rules", "a/b %+20 ü€"])
    func `a list in the format of an unknown version is a version mismatch, and a damaged one is not found`(
        identifier: String
    ) async throws {
        _ = try await compile(Self.block, identifier)
        let name = try #require(try FileManager.default.contentsOfDirectory(atPath: folder.url.path).first)
        let file = folder.url.appending(path: name)
        let bytes = try Data(contentsOf: file)
        try (Data([1, 0, 0, 0]) + bytes.dropFirst(4)).write(to: file)
        let lookUp = { _ = try await store.contentRuleList(forIdentifier: identifier) }
        #expect(await code(lookUp) == .contentRuleListStoreVersionMismatch)
        try bytes.prefix(20).write(to: file)
        #expect(await code(lookUp) == .contentRuleListStoreLookUpFailed)
        _ = try await compile(Self.block, identifier)
        #expect(await code(lookUp) == nil)
    }
}
