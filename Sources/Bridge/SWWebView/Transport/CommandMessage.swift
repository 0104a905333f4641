import Foundation
import HTTPMessages

/// A message as a page posted it: the JSON text `{"streamID": …, "document": …, "promiseIndex": …, "path": …, "body": …, "bytes": …}`.
///
/// The message is read in place, in one pass, since every command pays for it; the body is found, not parsed. The value is valid
/// as long as the bytes. Members may come in any order, and others are ignored.
struct CommandMessage {
    /// The reason why the message is no command, for the page's developer; nil for a command.
    private(set) var flaw: String?
    /// The id of the sender's event stream; nil when the message has none.
    private(set) var streamID: String?
    /// The id of the document or worker that sent a notification; nil when the message has none.
    private(set) var realmID: String?
    /// The promise to settle; nil when the message has none.
    private(set) var promiseIndex: Int?
    private(set) var path = ""
    /// The JSON text of the body.
    private(set) var body: UnsafeRawBufferPointer
    /// The bytes that go with it, of a message that brings them in Base64.
    private(set) var bytes: Data?

    init(_ bytes: UnsafeRawBufferPointer) {
        body = UnsafeRawBufferPointer(rebasing: bytes[0..<0])
        var scanner = JSONScanner(bytes)
        do throws(Flaw) {
            try read(&scanner, bytes)
            if path.isEmpty { throw Flaw("“path” is missing or empty") }
            if body.isEmpty { throw Flaw("“body” is missing") }
        } catch {
            flaw = "it is not a command: \(error.text)"
            if !error.isJSON { (streamID, promiseIndex) = (nil, nil) }
        }
    }

    private struct Flaw: Error {
        let text: String
        let isJSON: Bool

        init(_ text: String, isJSON: Bool = true) {
            self.text = text
            self.isJSON = isJSON
        }

        static let notJSON = Flaw("the message is not JSON", isJSON: false)
    }

    private mutating func read(_ scanner: inout JSONScanner, _ bytes: UnsafeRawBufferPointer) throws(Flaw) {
        guard scanner.take("{") else { throw .notJSON }
        if scanner.take("}") { return }
        repeat {
            guard let name = scanner.string(), scanner.take(":") else { throw .notJSON }
            try readMember(name, &scanner, bytes)
        } while scanner.take(",")
        guard scanner.take("}"), scanner.isAtEnd else { throw .notJSON }
    }

    private mutating func readMember(
        _ name: String, _ scanner: inout JSONScanner, _ bytes: UnsafeRawBufferPointer
    ) throws(Flaw) {
        switch name {
        case "streamID":
            guard let value = scanner.string() else { throw Flaw("“streamID” is not text") }
            streamID = value
        case "promiseIndex":
            guard let value = scanner.index() else { throw Flaw("“promiseIndex” is not a whole number from 0 up") }
            promiseIndex = value
        case "document":
            guard let value = scanner.string() else { throw Flaw("“\(name)” is not text") }
            realmID = value
        case "path":
            guard let value = scanner.string() else { throw Flaw("“path” is not text") }
            path = value
        case "bytes":
            guard let value = scanner.base64() else { throw Flaw("“bytes” is not Base64") }
            self.bytes = value
        default:
            guard let range = scanner.value() else {
                throw scanner.flaw?.reason == .depth
                    ? Flaw("“\(name)” is nested over \(JSONScanner.deepest) levels deep") : .notJSON
            }
            if name == "body" { body = UnsafeRawBufferPointer(rebasing: bytes[range]) }
        }
    }
}
