import Foundation
import HTTPMessages
import Testing

@testable import SWWebView

struct CommandFailureTests {
    private struct Reply: Decodable {
        var promiseIndex: Int
        var error: [String: String]
    }

    @Test(arguments: [
        "plain", "", "\"quoted\" \\ back", "line\nbreak\r\n\t", "\0\u{1}\u{1F}\u{7F}", "é🙂\u{2028}</script>",
    ])
    func `the reply of a failure keeps any name and message, on one line`(_ text: String) throws {
        var json = ByteText()
        json.append(replyTo: 7, failure: CommandFailure(name: "N\(text)", message: text))
        let reply = try JSONDecoder().decode(Reply.self, from: Data(json.bytes))
        #expect(reply.promiseIndex == 7 && reply.error == ["name": "N\(text)", "message": text])
        #expect(!json.bytes.contains(0x0A) && !json.bytes.contains(0x0D), "would end the event's line")
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
    func `a decoding error becomes a TypeError that says what is wrong in the body`(_ json: String, _ text: String) {
        do {
            _ = try JSONDecoder().decode(Body.self, from: Data(json.utf8))
            Issue.record("it can be decoded")
        } catch {
            let failure = CommandFailure(error)
            #expect(failure.name == "TypeError")
            #expect(failure.message == "The command's body cannot be used: \(text)")
        }
    }

    @Test func `a CommandFailure keeps its name, and any other error becomes an OperationError`() {
        let own = CommandFailure(CommandFailure(name: "AbortError", message: "m"))
        #expect(own.name == "AbortError" && own.message == "m")
        let foreign = CommandFailure(NSError(domain: "D", code: 1, userInfo: [NSLocalizedDescriptionKey: "text"]))
        #expect(foreign.name == "OperationError" && foreign.message == "text")
    }
}
