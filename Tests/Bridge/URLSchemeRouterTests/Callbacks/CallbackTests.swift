import Foundation
import Testing

@testable import URLSchemeRouter

/// Outcomes, as x-callback-url has them.
struct CallbackTests {
    private let recorder = Recorder()

    private struct Failure: LocalizedError {
        var errorDescription: String? { "50% & <ü>=#+;\n" }
    }

    private func handle(_ path: String, success: String? = nil, error: String? = nil, cancel: String? = nil) {
        let callbacks = [("x-success", success), ("x-error", error), ("x-cancel", cancel)].compactMap { name, value in
            value.map { name + "=" + $0.encoded }
        }
        recorder.handle("notesapp://x-callback-url" + path + "?" + callbacks.joined(separator: "&"))
    }

    @Test(arguments: [
        ("other://done", "other://done?a=1&b=x%20y"), ("other://", "other://?a=1&b=x%20y"),
        ("other:///", "other:///?a=1&b=x%20y"), ("other:done", "other:done?a=1&b=x%20y"),
        ("other://done?", "other://done?a=1&b=x%20y"), ("other://done?id=1", "other://done?id=1&a=1&b=x%20y"),
        ("other://done?id=1&", "other://done?id=1&a=1&b=x%20y"), ("other://done#top", "other://done?a=1&b=x%20y#top"),
        ("other://done?id=1#a?b#", "other://done?id=1&a=1&b=x%20y#a?b%23"),
        ("https://a.example/p?q=1%2B1%26", "https://a.example/p?q=1%2B1%26&a=1&b=x%20y"),
        ("other://done?q=a b ü", "other://done?q=a%20b%20%C3%BC&a=1&b=x%20y"),
        ("other://done?q=a%20b c&p=100%&r=%4", "other://done?q=a%20b%20c&p=100%25&r=%254&a=1&b=x%20y"),
        ("other://[::1]:80/[x]?[y]#[z]", "other://[::1]:80/%5Bx%5D?%5By%5D&a=1&b=x%20y#%5Bz%5D"),
        ("Other+1.0-x://done", "Other+1.0-x://done?a=1&b=x%20y"), ("other://done?a=0", "other://done?a=0&a=1&b=x%20y"),
        ("notesapp:///next", "notesapp:///next?a=1&b=x%20y"),
    ])
    func `the output is added to the query of the callback`(callback: String, opened: String) {
        struct Output: Encodable {
            let a = 1
            let b = "x y"
        }
        recorder.router.route("/x") { Output() }
        handle("/x", success: callback)
        #expect(recorder.opened == [opened])
    }

    @Test func `characters that separate are encoded in names and values of the output`() {
        recorder.router.route("/x") { ["k&=": "a+b&c=d#e;f%20/?:@ü😀\r\n\u{0}\"'"] }
        handle("/x", success: "other://done")
        #expect(
            recorder.opened == [
                "other://done?k%26%3D=a%2Bb%26c%3Dd%23e%3Bf%2520/?:@%C3%BC%F0%9F%98%80%0D%0A%00%22'"
            ])
    }

    @Test func `an output without fields leaves the callback as it is`() {
        recorder.router.route("/void") {}
        recorder.router.route("/empty") { [String: Int]() }
        handle("/void", success: "other://done?x=%2B#y")
        handle("/empty", success: "other://done?")
        #expect(recorder.opened == ["other://done?x=%2B#y", "other://done?"])
    }

    @Test func `an error of a handler opens x-error with its code and message`() {
        recorder.router.route("/x") { throw Failure() }
        handle("/x", success: "other://done", error: "other://failed?id=1", cancel: "other://cancelled")
        #expect(
            recorder.opened == [
                "other://failed?id=1&errorCode=0&errorMessage=50%25%20%26%20%3C%C3%BC%3E%3D%23%2B%3B%0A"
            ])
        #expect(recorder.errors.isEmpty)
    }

    @Test func `an error without x-error is passed to onError`() {
        recorder.router.route("/x") { throw Failure() }
        handle("/x", success: "other://done", cancel: "other://cancelled")
        #expect(recorder.opened.isEmpty)
        #expect(recorder.errors.count == 1)
        #expect(recorder.errors.first is Failure)
    }

    @Test func `an error is ignored if there is neither x-error nor onError`() {
        let router = URLSchemeRouter(scheme: "notesapp")
        router.route("/x") { throw Failure() }
        #expect(router.handle(URL(string: "notesapp:///x")!))
    }

    private struct Coded: CustomNSError { let errorCode = 42 }
    private enum Plain: Error { case first, second }

    @Test(arguments: [
        (Coded() as any Error, 42), (NSError(domain: "d", code: -7), -7), (Plain.second, 0), (Failure(), 0),
        (CocoaError(.fileNoSuchFile), CocoaError.fileNoSuchFile.rawValue),
        (URLSchemeRouter.RequestError.noRoute(path: "/"), 404),
    ])
    func `the error code is that of the error, or 0 if it has none`(error: any Error, code: Int) throws {
        recorder.router.route("/x") { throw error }
        handle("/x", error: "other://failed")
        #expect(recorder.opened.first?.hasPrefix("other://failed?errorCode=\(code)&errorMessage=") == true)
    }

    private struct CodedAndLocalized: CustomNSError, LocalizedError {
        let errorCode = 7
        let errorDescription: String? = "Seven"
    }

    @Test func `the error message is the localized description of the error`() {
        recorder.router.route("/both") { throw CodedAndLocalized() }
        recorder.router.route("/system") {
            throw NSError(domain: "d", code: 8, userInfo: [NSLocalizedDescriptionKey: "Eight"])
        }
        handle("/both", error: "other://failed")
        handle("/system", error: "other://failed")
        #expect(
            recorder.opened == [
                "other://failed?errorCode=7&errorMessage=Seven", "other://failed?errorCode=8&errorMessage=Eight",
            ])
    }

    @Test func `a URL without a route opens x-error with code 404`() {
        handle("/nothing", success: "other://done", error: "other://failed")
        #expect(recorder.opened == ["other://failed?errorCode=404&errorMessage=There%20is%20no%20action%20/nothing."])
    }

    @Test func `a cancellation opens x-cancel, or else x-error, or else goes to onError`() {
        recorder.router.route("/x") { throw CancellationError() }
        recorder.router.route("/user") { throw CocoaError(.userCancelled) }
        for path in ["/x", "/user"] {
            handle(path, success: "other://done", error: "other://failed", cancel: "other://cancelled?id=1")
        }
        #expect(recorder.opened == ["other://cancelled?id=1", "other://cancelled?id=1"])
        handle("/x", success: "other://done", error: "other://failed")
        #expect(recorder.opened.last?.hasPrefix("other://failed?errorCode=") == true)
        handle("/x", success: "other://done")
        #expect(recorder.errors.first is CancellationError)
    }

    @Test func `an output that cannot be encoded opens x-error`() {
        recorder.router.route("/x") { ["x": Double.infinity] }
        handle("/x", success: "other://done", error: "other://failed")
        #expect(recorder.opened.count == 1)
        #expect(recorder.opened.first?.hasPrefix("other://failed?errorCode=") == true)
    }

    @Test func `an empty callback counts as none`() {
        var calls = 0
        recorder.router.route("/x") { calls += 1 }
        recorder.handle("notesapp:///x?x-success=&x-error&x-cancel=")
        #expect(calls == 1)
        #expect(recorder.opened.isEmpty && recorder.errors.isEmpty)
    }

    @Test func `the first of several callbacks of one name is opened`() {
        recorder.router.route("/x") {}
        recorder.handle("notesapp:///x?x-success=one://a&x-success=two://b")
        #expect(recorder.opened == ["one://a"])
    }

    @Test func `the encoding strategies of the router apply to the output`() {
        recorder.router.queryItemEncodingStrategies = EncodingStrategies(
            dateStrategy: .secondsSince1970, keyStrategy: .convertToSnakeCase)
        recorder.router.route("/x") { ["dueDate": Date(timeIntervalSince1970: 5)] }
        handle("/x", success: "other://done")
        #expect(recorder.opened == ["other://done?due_date=5"])
    }
}
