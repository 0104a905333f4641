import Foundation
import Testing

@testable import URLSchemeRouter

/// Why URLs are refused, exactly.
struct RequestErrorTests {
    private func error(_ text: String) -> URLSchemeRouter.RequestError? {
        let recorder = Recorder()
        recorder.router.route("/x/:name") { (_: URLSchemeRouter.Request) in }
        recorder.handle("notesapp:///x/" + text)
        return recorder.errors.first as? URLSchemeRouter.RequestError
    }

    @Test(arguments: [
        ("a%00b", URLSchemeRouter.RequestError.controlCharacter("/x/a%00b")), ("a%0Ab", .controlCharacter("/x/a%0Ab")),
        ("a%7F", .controlCharacter("/x/a%7F")), ("%FF", .notText("/x/%FF")), ("..", .traversal(path: "/x/..")),
        ("%2e%2E", .traversal(path: "/x/%2e%2E")), ("a%2F..%2Fb", .traversal(path: "/x/a%2F..%2Fb")),
        ("a%5C..", .traversal(path: "/x/a%5C..")), (".", .traversal(path: "/x/.")),
        ("%2e%2Fa", .traversal(path: "/x/%2e%2Fa")),
        ("a/b", .noRoute(path: "/x/a/b")), ("a?b%00=1", .controlCharacter("b\\0")), ("a?b=%00", .controlCharacter("b")),
        ("a?b%0D=1", .controlCharacter("b\\r")), ("a?%FF=1", .notText("%FF")), ("a?b=%FF", .notText("b")),
        ("a?x-error=b", .badCallback(parameter: "x-error")),
        ("a?x-success=b&x-cancel=c", .badCallback(parameter: "x-success")),
    ])
    func `a URL that cannot be accepted is refused with its exact reason`(
        text: String, expected: URLSchemeRouter.RequestError
    ) {
        #expect(error(text) == expected)
    }

    @Test(arguments: [
        "a", "...", "..a", "a..b", "a%2Fb", "a%5Cb", ".hidden", "%C3%BC", "a%20b", "a?b=%0D%0A", "a?b=..%2F..", "a?=",
        "a?&&",
        "a?b==", "a#%00", "a?x-error=", "a;b=c,d", "%E2%80%8B",
    ])
    func `dots, escapes and empty items that do no harm are accepted`(text: String) {
        #expect(error(text) == nil)
    }

    @Test func `of several faults only the first one in the query is reported`() {
        #expect(error("a?b=%FF&c=%00") == .notText("b"))
        #expect(error("..?b=%FF") == .notText("b"))
    }

    @Test func `the error of a URL that is too long has code 400 and its message as description`() {
        let error = URLSchemeRouter.RequestError.tooLong(limit: 5)
        #expect(error.message == "The URL is longer than 5 bytes.")
        #expect(error.localizedDescription == error.message)
        #expect("\(error)" == error.message)
        #expect(error.errorCode == 400)
    }
}
