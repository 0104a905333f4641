import Foundation
import ServiceWorkers
import TestSupport
import Testing

@testable import SWWebView

@MainActor @Suite(.hangLimit(minutes: 1))
struct PostedFormsTests {
    private let forms: PostedForms
    private let url: URL

    init() throws {
        let realms = RealmDirectory()
        realms.add(
            Realm(id: "5eed", kind: .sharedWorkerPage, storageKey: StorageKey(rawValue: "sw://app.example")))
        forms = PostedForms(bodies: BodyRegistry(), realms: realms)
        url = try #require(URL(string: "sw://app.example/there"))
    }

    private func form(_ value: String, field: String = PostedForms.field) -> Data {
        Data("--b\r\nContent-Disposition: form-data; name=\"\(field)\"\r\n\r\n\(value)\r\n--b--\r\n".utf8)
    }

    @Test func `a name stands for the request to its address, also when it is sent again`() throws {
        let name = forms.store(.init(method: "POST", type: "text/plain", body: Data("a".utf8)), to: url)
        for _ in 0..<2 {
            guard case .preserved(let request)? = try forms.body(namedBy: form(name), to: url) else {
                Issue.record("The request is not found")
                return
            }
            #expect(request.method == "POST" && request.type == "text/plain" && request.body == Data("a".utf8))
        }
        let other = try #require(URL(string: "sw://app.example/elsewhere"))
        #expect(throws: URLError.self) { try forms.body(namedBy: form(name), to: other) }
    }

    @Test func `the oldest requests are forgotten`() throws {
        let names = (0..<17).map { _ in forms.store(.init(method: "POST", type: nil, body: Data()), to: url) }
        #expect(throws: URLError.self) { try forms.body(namedBy: form(names[0]), to: url) }
        #expect(try forms.body(namedBy: form(names[1]), to: url) != nil)
    }

    @Test func `an upload has a known sender and a content type that a form can send`() throws {
        guard
            case .upload(let upload, let type)? = try forms.body(
                namedBy: form("up 5eed multipart/form-data; boundary=b"), to: url)
        else {
            Issue.record("The upload is not found")
            return
        }
        #expect(upload.id == "up" && type == "multipart/form-data; boundary=b")
        for value in ["up 5eed application/json", "up other multipart/form-data; boundary=b", "up 5eed", "up", ""] {
            #expect(throws: URLError.self) { try forms.body(namedBy: form(value), to: url) }
        }
    }

    @Test func `a form with other fields is no name`() throws {
        #expect(try forms.body(namedBy: form("up", field: "other"), to: url) == nil)
        #expect(try forms.body(namedBy: Data("a=1".utf8), to: url) == nil)
        #expect(try forms.body(namedBy: Data(), to: url) == nil)
    }
}
