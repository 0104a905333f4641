import SchemeHandlers
import TestSupport
import Testing
import URLSchemeRouter
import WebKit

@testable import ViewTestSupport

@MainActor @Suite(.serialized, .hangLimit(minutes: 1))
struct LinkTests {
    let pages = Pages()
    let navigations = Navigations()

    private struct Search: Decodable {
        var text: String
        var tags: [String]
    }
    private struct Found: Encodable { var count: Int }

    @Test func `a link reaches the router, and x-success is loaded with the result`() async throws {
        pages["/"] = """
            <a id="a" href="NotesApp://x-callback-url/search?text=a%20b&tags[0]=x&tags[1]=y%26z&x-success=app%3A%2F%2Fhost%2Fdone">search</a>
            """
        pages["/done"] = "<p>done"
        let view = makeView(pages, navigations)
        let router = URLSchemeRouter(scheme: "notesapp")
        var searches: [Search] = []
        router.route("/search") { (search: Search) in
            searches.append(search)
            return Found(count: 2)
        }
        router.openURL = { view.load(URLRequest(url: $0)) }
        view.handleLinks(toScheme: router.scheme) { router.handle($0) }
        await view.open("app://host/", navigations)
        _ = try await view.evaluateJavaScript("document.getElementById('a').click()")
        await navigations.over()
        #expect(view.url?.absoluteString == "app://host/done?count=2")
        #expect(searches.map(\.text) == ["a b"])
        #expect(searches.first?.tags == ["x", "y&z"])
        #expect(navigations.error == nil)
        #expect(
            navigations.askedFor == ["app://host/", "app://host/done?count=2"],
            "the delegate is not asked about what was taken")
    }

    @Test func `links of frames, new windows and scripts reach the link handler`() async throws {
        var taken: [String] = []
        pages["/"] = "<iframe src='notesapp:///frame'></iframe><p>page"
        let view = makeView(pages, navigations) { $0.preferences.javaScriptCanOpenWindowsAutomatically = true }
        view.handleLinks(toScheme: "notesapp") {
            taken.append($0.absoluteString)
            return true
        }
        await view.open("app://host/", navigations)
        try await view.call("open('notesapp:///window'); location.href = 'notesapp:///location'; await fetch('/end')")
        #expect(taken == ["notesapp:///frame", "notesapp:///window", "notesapp:///location"])
        #expect(view.url?.absoluteString == "app://host/")
    }

    @Test func `an address that no link handler takes is loaded`() async throws {
        pages["/"] = "<p>page"
        pages["/other"] = "<p>other"
        let view = makeView(pages, navigations)
        view.handleLinks(toScheme: "APP") { $0.path == "/taken" }
        await view.open("app://host/", navigations)
        await view.open("app://host/other", navigations)
        #expect(navigations.error == nil)
        #expect(view.url?.path == "/other")
        view.handleLinks(toScheme: "app", nil)
        await view.open("app://host/taken", navigations)
        #expect(navigations.responses.last.flatMap { ($0.response as? HTTPURLResponse)?.statusCode } == 404)
    }
}
