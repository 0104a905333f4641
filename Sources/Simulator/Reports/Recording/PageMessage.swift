import Foundation
import HTTPMessages

/// An error about a message from a page that was not understood.
public struct PageMessageError: Error, Equatable, CustomStringConvertible {
    /// The flaw of the message, as part of a sentence.
    public var description: String

    init(_ description: String) {
        self.description = description
    }
}

extension PageEvent {
    /// Reads one JSON string that the script of `HookScript` posted.
    ///
    /// Strict: every member has its type, every name is one the script uses. A page can post what it likes, so a
    /// message that does not fit is an error to note, never a reason to stop.
    /// - Throws: ``PageMessageError``.
    public init(message: String) throws(PageMessageError) {
        let data = Data(message.utf8)
        switch try Self.decode(Kind.self, from: data).type {
        case .console:
            let console = try Self.decode(Console.self, from: data)
            self = .console(console.level, console.text)
        case .error:
            let error = try Self.decode(UncaughtError.self, from: data)
            if error.kind == .script {
                let position = error.line.map {
                    SourcePosition(url: error.source ?? "", line: $0, column: error.column)
                }
                self = .scriptFailed(message: error.message, position: position, stack: error.stack)
                return
            }
            let prefix = error.kind == .rejection ? Self.rejectionPrefix : ""
            self = .uncaughtError(
                message: prefix + error.message, source: error.source, line: error.line, column: error.column,
                stack: error.stack)
        case .script:
            self = .scriptMissing(address: try Self.decode(MissingScript.self, from: data).address)
        case .harness:
            switch try Self.decode(Harness.self, from: data).harness {
            case .testharness: self = .harness(try Self.decode(TestharnessMessage.self, from: data).harnessEvent())
            case .mocha: self = .harness(try Self.decode(LibraryMessage.self, from: data).harnessEvent("mocha"))
            case .qunit: self = .harness(try Self.decode(LibraryMessage.self, from: data).harnessEvent("QUnit"))
            case .jasmine: self = .harness(try Self.decode(LibraryMessage.self, from: data).harnessEvent("Jasmine"))
            case .vitest: self = .harness(try Self.decode(LibraryMessage.self, from: data).harnessEvent("Vitest"))
            case .uvu: self = .harness(try Self.decode(LibraryMessage.self, from: data).harnessEvent("uvu"))
            }
        }
    }

    /// The beginning of the message of an unhandled rejection.
    package static let rejectionPrefix = "Unhandled rejection: "

    private struct Kind: Decodable {
        enum Name: String, Decodable { case console, error, script, harness }
        var type: Name
    }

    private struct Console: Decodable {
        var level: ConsoleLevel
        var text: String
    }

    private struct UncaughtError: Decodable {
        enum Kind: String, Decodable { case error, rejection, script }
        var kind: Kind
        var message: String
        var source: String?
        var line: Int?
        var column: Int?
        var stack: String?
    }

    private struct MissingScript: Decodable {
        var address: String?
    }

    private struct Harness: Decodable {
        enum Name: String, Decodable { case testharness, mocha, qunit, jasmine, vitest, uvu }
        var harness: Name
    }

    private static func decode<Value: Decodable>(
        _ type: Value.Type, from data: Data
    ) throws(PageMessageError) -> Value {
        do {
            return try JSONText.decode(type, from: data)
        } catch let error as DecodingError {
            throw PageMessageError(reason(error))
        } catch {
            throw PageMessageError(String(describing: error))
        }
    }

    private static func reason(_ error: DecodingError) -> String {
        switch error {
        case .keyNotFound(let key, _): "\"\(key.stringValue)\" is missing"
        case .typeMismatch(_, let context), .valueNotFound(_, let context):
            "\"\(context.codingPath.map(\.stringValue).joined(separator: "."))\" has the wrong type"
        case .dataCorrupted(let context) where context.codingPath.isEmpty: "it is no JSON object"
        case .dataCorrupted(let context):
            "\"\(context.codingPath.map(\.stringValue).joined(separator: "."))\" has an unknown value"
        @unknown default: "it does not fit"
        }
    }
}
