import Foundation
import Testing

@testable import SWWebView

struct CommandFailureTests {
    static func decoded(_ failure: CommandFailure) throws -> [String: String] {
        try JSONDecoder().decode([String: String].self, from: Data(failure.json.utf8))
    }

    @Test(arguments: [
        "plain", "", "\"quoted\" \\ back", "line\nbreak\r\n\t", "\0\u{1}\u{1F}\u{7F}", "é🙂\u{2028}</script>",
    ])
    func itsJSONKeepsEveryText(_ text: String) throws {
        let failure = CommandFailure(name: "N\(text)", message: text)
        #expect(try Self.decoded(failure) == ["name": "N\(text)", "message": text])
        #expect(!failure.json.utf8.contains(0x0A) && !failure.json.utf8.contains(0x0D), "would end the event's line")
    }

    private struct Body: Decodable {
        var url: String
        var inner: [String: Int]
    }

    @Test(arguments: [
        (#"{"inner":{}}"#, "“url” is missing"),
        (#"{"url":1,"inner":{}}"#, "“url” has the wrong type"),
        (#"{"url":null,"inner":{}}"#, "“url” has the wrong type"),
        (#"{"url":"","inner":{"a":"b"}}"#, "“inner.a” has the wrong type"),
        ("nope", "it is not the JSON that was expected"),
    ])
    func decodingErrorsNameTheMember(_ json: String, _ text: String) {
        do {
            _ = try JSONDecoder().decode(Body.self, from: Data(json.utf8))
            Issue.record("it can be decoded")
        } catch {
            let failure = CommandFailure(error)
            #expect(failure.name == "TypeError")
            #expect(failure.message == "The command's body cannot be used: \(text)")
        }
    }

    @Test func otherErrors() {
        let own = CommandFailure(CommandFailure(name: "AbortError", message: "m"))
        #expect(own.name == "AbortError" && own.message == "m")
        let foreign = CommandFailure(NSError(domain: "D", code: 1, userInfo: [NSLocalizedDescriptionKey: "text"]))
        #expect(foreign.name == "OperationError" && foreign.message == "text")
    }
}
