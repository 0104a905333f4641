import TestSupport
import Testing
import WebKit

@testable import ViewTestSupport

/// Texts that turn into links, see ``WKWebViewConfiguration/dataDetectorTypes``.
@MainActor @Suite(.serialized, .hangLimit(minutes: 1))
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

    @Test(arguments: DetectedTexts.samples)
    func `a view with one type links the texts of this type only`(_ texts: DetectedTexts) async throws {
        let expected = texts.parts.enumerated().map { number, part in
            "\(part)=x-apple-data-detectors://\(number) \(texts.kind)"
        }
        #expect(try await links(texts.types, in: DetectedTexts.page) == expected)
    }

    @Test func `a view with all types links each text once, numbered in their order`() async throws {
        let body = """
            <p>Flight LH 400 leaves tomorrow at 5 PM, call 555-123-4567.</p>
            <p>1Z999AA10123456784 goes to 1 Infinite Loop, Cupertino, CA 95014, see https://site.example/2090-03-03.</p>
            """
        #expect(
            try await links(.all, in: body) == [
                "LH 400=x-apple-data-detectors://0 misc", "tomorrow at 5 PM=x-apple-data-detectors://1 calendar-event",
                "555-123-4567=tel:5551234567 telephone", "1Z999AA10123456784=x-apple-data-detectors://3 misc",
                "1 Infinite Loop, Cupertino, CA 95014=x-apple-data-detectors://4 address",
                "https://site.example/2090-03-03=https://site.example/2090-03-03 link",
            ])
    }

    @Test func `a text that spans lines and inline elements becomes a link in each text node`() async throws {
        let body = """
            <p>1 Infinite Loop<br>
                Cupertino, CA 95014</p>
            <p>On <b>March 3</b>, 2090</p>
            <p style="display: flex"><span>1</span><span>555-123-4567</span></p>
            <div>March 3,</div><div>2090</div>
            """
        #expect(
            try await links([.address, .calendarEvent, .phoneNumber], in: body) == [
                "1 Infinite Loop=x-apple-data-detectors://0 address",
                "Cupertino, CA 95014=x-apple-data-detectors://0 address",
                "March 3=x-apple-data-detectors://1 calendar-event", ", 2090=x-apple-data-detectors://1 calendar-event",
                "555-123-4567=tel:5551234567 telephone", "March 3=x-apple-data-detectors://3 calendar-event",
            ])
    }

    @Test func `links, preformatted texts, editable texts and pictures stay as they are`() async throws {
        let body = """
            <p>tomorrow at <a href=/x>6 PM</a></p> <a href=/y>tomorrow at 6 PM</a> <pre>tomorrow at 6 PM</pre>
            <p contenteditable>tomorrow at 6 PM</p> <svg><text>tomorrow at 6 PM</text></svg>
            """
        #expect(try await links(.all, in: body) == [])
    }

    @Test(arguments: ["date": "calendar-event", "address": "address", "telephone": "telephone", "email": "link"])
    func `a page forbids a kind of text`(_ name: String, _ kind: String) async throws {
        let body = """
            <p>March 3, 2090</p> <p>10 Downing Street, London SW1A 2AA</p> <p>555-123-4567</p> <p>me@mail.example</p>
            """
        let limits = "<meta name=format-detection content='\(name) = no, other=no'>"
        let found = try #require(try await links(.all, in: limits + body))
        #expect(found.count == 3 && !found.contains { $0.hasSuffix(" \(kind)") })
    }

    @Test func `a megabyte of almost addresses, dates and numbers takes seconds at most`() async throws {
        let text = "1 St St St St, A A A, 12345x Mar 3-1:00 tomorrow at 1Z 1 1 1 flight AA Weg Weg 1, "
        let body = "<p>\(String(repeating: text, count: 12_000)) 12345 1A 1AA</p>"
        let start = ContinuousClock.now
        #expect(try await links(.all, in: body) == [])
        #expect(ContinuousClock.now - start < Machine.patience(.seconds(20)))
    }
}

/// Texts that a type links, with the linked part in «», and texts that it does not link.
struct DetectedTexts: Sendable, CustomTestStringConvertible {
    let types: WKDataDetectorTypes
    let kind: String
    let linked: [String]
    let others: [String]

    var testDescription: String { linked[0] }

    var parts: [Substring] { linked.compactMap { $0.firstMatch(of: /«(.+)»/)?.output.1 } }

    /// A page with the texts of all samples.
    static var page: String {
        samples.flatMap { $0.linked + $0.others }
            .map { "<p>\($0.replacing("«", with: "").replacing("»", with: ""))</p>" }.joined(separator: "\n")
    }

    static let samples = [
        DetectedTexts(
            types: .calendarEvent, kind: "calendar-event",
            linked: [
                "On «March 3, 2090» we meet", "«3 March 2090 at 10:30»", "«Mon, Mar 3 at 5 PM»", "«2090-03-03»",
                "«03/03/2090»", "«31.12.2090»", "«tomorrow at 5pm».", "«next Friday at noon»", "«today at 23:59»",
                "«Feb 29, 2092»", "«Dec 24-26, 2090»", "«2090-03-03T10:30:00Z»", "«5 PM tomorrow»",
                "«10:30–11:30 on March 3, 2090»",
            ],
            others: [
                "March 3, 2020", "2020-03-03", "yesterday at 6PM", "February 31, 2090",
                "February 29, 2090", "2090-02-30", "13/13/2090", "May 5 people", "Section 3 March",
                "version 2.10.2090.1", "Monday 9:00-17:00", "last Friday at noon", "tomorrow", "1/2/2090/3",
            ]),
        DetectedTexts(
            types: .address, kind: "address",
            linked: [
                "At «1 Infinite Loop, Cupertino, CA 95014».", "«2 Apple Park Way, Cupertino 95014»",
                "«350 5th Ave, Floor 34, New York, NY 10118-0110, USA»", "«P.O. Box 123, Springfield, IL 62701»",
                "«Unter den Linden 77, 10117 Berlin»", "«Theodor-Heuss-Allee 12, 60486 Frankfurt am Main»",
                "«10 Downing Street, London SW1A 2AA»", "«221B Baker Street, London, NW1 6XE, UK»",
            ],
            others: [
                "123 Main Street", "We sold 5 Main items, 12345 of them", "Invoice 77, 10117 Widgets", "CA 95014",
                "In 2020 the Way, Total 12345", "1 Infinite Loop, Cupertino, XX 95014",
            ]),
        DetectedTexts(
            types: .trackingNumber, kind: "misc",
            linked: [
                "UPS «1Z999AA10123456784»", "«1Z 999 AA1 01 2345 6784»", "FedEx: «9865 7878 8855»",
                "Tracking number «477179081230»", "«9361289878700317633795»", "«RR473124829DE»",
            ],
            others: [
                "1Z999AA10123456785", "986578788855", "FedEx 986578788856", "9361289878700317633796", "RR473124828DE",
            ]),
        DetectedTexts(
            types: .flightNumber, kind: "misc",
            linked: [
                "flight «LH 400» to", "Flight number: «BA284»", "Lufthansa «LH401»", "Air Canada «AC780»",
                "«United flight 123» today",
            ],
            others: [
                "LH 400", "flight XX 12", "flights of 12 steps", "United 3", "in-flight AA 100", "flight LH 40012",
            ]),
    ]
}
