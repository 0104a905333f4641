import Foundation
import FoundationNetworking
import Testing

@testable import SWWebView

/// Tests of who may ask for an internal path, and how.
struct PathAccessTests {
    static let accept = "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8"

    struct Case: CustomTestStringConvertible {
        let testDescription: String
        var url = "capacitor://localhost/___testing___/x"
        var method = "GET"
        var headers: [String: String] = [:]
        /// The names of the rules that permit the request.
        let permitted: Set<String>
    }

    static let rules: [(name: String, access: PathAccess)] = [
        ("read", .read), ("change", .change), ("document", .document), ("file", .file),
    ]

    static func mark(_ pairs: String) -> [String: String] { ["X-SWWebView-Mark": pairs] }

    static let own = mark("origin=capacitor%3A%2F%2Flocalhost")
    static let foreign = mark("origin=https%3A%2F%2Fother.example")
    static let opaque = mark("origin=null")
    static let proof = ["X-SWWebView-Request": "1"]

    static let cases = [
        Case(testDescription: "an element of the origin", headers: own, permitted: ["read", "document", "file"]),
        Case(testDescription: "an element of another origin", headers: foreign, permitted: ["file"]),
        Case(testDescription: "an element of an opaque origin", headers: opaque, permitted: ["file"]),
        Case(testDescription: "an unknown document", permitted: ["file"]),
        Case(
            testDescription: "a script, with the header", headers: proof,
            permitted: ["read", "change", "document", "file"]),
        Case(
            testDescription: "a script of another origin, with the header",
            headers: proof.merging(["Origin": "https://other.example"]) { $1 }, permitted: ["file"]),
        Case(
            testDescription: "a script of an opaque origin, with the header",
            headers: proof.merging(["Origin": "null"]) { $1 }.merging(own) { $1 }, permitted: ["file"]),
        Case(
            testDescription: "a script of an opaque origin, with PUT", method: "PUT", headers: ["Origin": "null"],
            permitted: ["file"]),
        Case(
            testDescription: "a post of the origin without the header", method: "POST", headers: own,
            permitted: ["read", "document", "file"]),
        Case(testDescription: "PUT", method: "PUT", permitted: ["read", "change", "document", "file"]),
        Case(
            testDescription: "a script of the origin that accepts HTML",
            headers: own.merging(["Accept": "text/html, application/xhtml+xml"]) { $1 },
            permitted: ["read", "document", "file"]),
        Case(
            testDescription: "a frame of the origin", headers: own.merging(["Accept": accept]) { $1 },
            permitted: ["document", "file"]),
        Case(
            testDescription: "a frame of another origin", headers: foreign.merging(["Accept": accept]) { $1 },
            permitted: []),
        Case(testDescription: "a frame of an unknown document", headers: ["Accept": accept], permitted: []),
        Case(
            testDescription: "an object of an unknown document", headers: mark("destination=object"), permitted: []),
        Case(testDescription: "the page", headers: mark("destination=document"), permitted: ["document", "file"]),
        Case(
            testDescription: "a request of the origin on https", url: "https://app.example/___testing___/x",
            headers: ["Sec-Fetch-Site": "same-origin"], permitted: ["read", "document", "file"]),
        Case(
            testDescription: "a request of the same site on https", url: "https://app.example/___testing___/x",
            headers: ["Sec-Fetch-Site": "same-site"].merging(mark("origin=https%3A%2F%2Fapp.example")) { $1 },
            permitted: ["file"]),
        Case(
            testDescription: "a frame of another site on https", url: "https://app.example/___testing___/x",
            headers: ["Sec-Fetch-Site": "cross-site", "Sec-Fetch-Mode": "navigate", "Sec-Fetch-Dest": "iframe"],
            permitted: []),
        Case(
            testDescription: "the user's navigation on https", url: "https://app.example/___testing___/x",
            headers: ["Sec-Fetch-Site": "none", "Sec-Fetch-Mode": "navigate", "Sec-Fetch-Dest": "document"],
            permitted: ["document", "file"]),
    ]

    @Test("A rule permits the requests that the engine shows to be the origin's", arguments: cases)
    func permits(_ asked: Case) throws {
        let url = try #require(URL(string: asked.url))
        var request = URLRequest(url: url)
        request.httpMethod = asked.method
        for (name, value) in asked.headers { request.setValue(value, forHTTPHeaderField: name) }
        let source = RequestSource(request, to: url, mark: nil)
        let permitted = Self.rules.filter { $0.access.permits(request, from: source, to: url) }.map(\.name)
        #expect(Set(permitted) == asked.permitted)
    }

    @Test func `a page's own mark names no origin`() throws {
        let url = try #require(URL(string: "sw://app.example/___testing___/x"))
        let mark = try #require(RequestMark(fragment: "___sw?origin=sw%3A%2F%2Fapp.example&destination=script"))
        let source = RequestSource(URLRequest(url: url), to: url, mark: mark)
        #expect(source.asker == .unknown)
        #expect(!PathAccess.read.permits(URLRequest(url: url), from: source, to: url))
    }

    @Test(arguments: [PathAccess.document, .file])
    func `a page's own mark makes a frame no page`(_ access: PathAccess) throws {
        let url = try #require(URL(string: "sw://app.example/___testing___/x"))
        var request = URLRequest(url: url)
        request.setValue(Self.accept, forHTTPHeaderField: "Accept")
        let mark = try #require(RequestMark(fragment: "___sw?destination=document"))
        #expect(!access.permits(request, from: RequestSource(request, to: url, mark: mark), to: url))
    }
}
