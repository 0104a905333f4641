import Testing
import WebKit

/// Texts that turn into links, see ``WKWebViewConfiguration/dataDetectorTypes``.
@MainActor @Suite(.serialized, .timeLimit(.minutes(1)))
struct DataDetectorTests {
    private func links(_ types: WKDataDetectorTypes, in body: String) async throws -> [String]? {
        let pages = Pages()
        let navigations = Navigations()
        pages["/"] = "<!doctype html><body>\(body)</body>"
        let view = makeView(pages, navigations) { $0.dataDetectorTypes = types }
        await view.open("app://host/", navigations)
        let script = """
            [...document.querySelectorAll("a[x-apple-data-detectors]")].map((link) =>
                `${link.textContent}=${link.getAttribute("href")} ${link.getAttribute("x-apple-data-detectors-type")}`)
            """
        return try await view.evaluateJavaScript(script) as? [String]
    }

    private let body = """
        <p>Call (555) 123-4567 or +44 20 7946 0958, not 2024-01-02, 3.1415926535 or 192.168.100.200.</p>
        <p>See https://site.example/a?b=c, www.other.example or mail me@mail.example.</p>
        <p><a href=/x>555-123-4567</a> <code>555-123-4567</code> <textarea>555-123-4567</textarea></p>
        <p contenteditable>555-123-4567</p>
        """

    @Test func `telephone numbers of a loaded page become links`() async throws {
        #expect(
            try await links(.phoneNumber, in: body) == [
                "(555) 123-4567=tel:5551234567 telephone", "+44 20 7946 0958=tel:+442079460958 telephone",
            ])
    }

    @Test func `web and mail addresses of a loaded page become links`() async throws {
        #expect(
            try await links(.link, in: body) == [
                "https://site.example/a?b=c=https://site.example/a?b=c link",
                "www.other.example=http://www.other.example link", "me@mail.example=mailto:me@mail.example link",
            ])
    }

    @Test func `nothing becomes a link without types, and no number where the page forbids it`() async throws {
        #expect(try await links([], in: body) == [])
        let forbidding = "<meta name=format-detection content='telephone=no'>" + body
        #expect(try await links([.phoneNumber, .calendarEvent], in: forbidding) == [])
    }
}
