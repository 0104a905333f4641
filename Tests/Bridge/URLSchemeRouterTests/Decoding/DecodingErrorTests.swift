import Foundation
import Testing

@testable import URLSchemeRouter

/// Tests for the messages that a caller receives when its parameters cannot be read.
struct DecodingErrorTests {
    private struct Input: Decodable {
        struct Author: Decodable { let name: String }
        enum Color: String, Decodable { case red }
        let id: Int
        let author: Author?
        let color: Color?
        let price: Double?
        let tags: [Int]?
    }

    @Test(arguments: [
        ("", "Required parameter \"id\" not found."),
        ("id", "Required value for parameter \"id\" not found."),
        ("id=x", "Value for parameter \"id\" has incorrect type."),
        ("id.x=1", "Value for parameter \"id\" has incorrect type."),
        ("id=1&id=2", "Value for parameter \"id\" cannot be read. It is given more than once."),
        ("id=1&id.x=2", "Value for parameter \"id\" cannot be read. It has both a value and names below it."),
        ("id=1&author.x=1", "Required parameter \"name\" not found."),
        ("id=1&author.name", "Required value for parameter \"author.name\" not found."),
        ("id=1&author=Ann", "Value for parameter \"author\" has incorrect type."),
        (
            "id=1&author=Ann&author.name=Ann",
            "Value for parameter \"author\" cannot be read. It has both a value and names below it."
        ),
        (
            "id=1&color=blue",
            "Value for parameter \"color\" cannot be read. Cannot initialize Color from invalid String value blue"
        ),
        ("id=1&price=x", "Value for parameter \"price\" cannot be read. It is not a number."),
        ("id=1&price=1e999", "Value for parameter \"price\" cannot be read. It is no finite number that fits Double."),
        ("id=1&tags=1&tags=x", "Value for parameter \"tags.1\" has incorrect type."),
        (
            "id=1&tags[7]=1",
            "Value for parameter \"tags\" cannot be read. Its elements are not numbered from 0 on without gaps: 0 is missing."
        ),
        ("id=1&=2&=3", ""),
    ])
    func `a parameter that cannot be read is reported with its name and fault`(query: String, message: String) {
        let recorder = Recorder()
        recorder.router.route("/x") { (_: Input) in }
        recorder.handle("notesapp:///x?" + query)
        #expect(recorder.messages == (message.isEmpty ? [] : [message]))
        #expect(recorder.errors.allSatisfy { $0 is URLSchemeRouter.DecodingError })
    }

    @Test func `the error keeps the decoding error that caused it`() throws {
        let recorder = Recorder()
        recorder.router.route("/x") { (_: Input) in }
        recorder.handle("notesapp:///x?id=x")
        let error = try #require(recorder.errors.first as? URLSchemeRouter.DecodingError)
        guard case .typeMismatch(let type, let context) = error.decodingError else {
            Issue.record("\(error.decodingError)")
            return
        }
        #expect(ObjectIdentifier(type) == ObjectIdentifier(Int.self))
        #expect(context.codingPath.map(\.stringValue) == ["id"])
    }

    @Test func `a DecodingError that the handler throws is not wrapped`() {
        let recorder = Recorder()
        recorder.router.route("/x") { _ = try JSONDecoder().decode(Int.self, from: Data("x".utf8)) }
        recorder.handle("notesapp:///x")
        #expect(recorder.errors.first is Swift.DecodingError)
    }

    @Test func `a value in a message is escaped and shortened`() {
        let recorder = Recorder()
        recorder.router.route("/x") { (_: Input) in }
        recorder.handle("notesapp:///x?id=1&color=%0A%1B" + String(repeating: "y", count: 100_000))
        #expect(recorder.messages.first?.contains("value \\n\\u{1B}yyy") == true)
        #expect((recorder.messages.first?.count ?? 0) < 250)
    }
}
