import Foundation
import HTTPMessages

/// A message of WebKit's inspector protocol. Main actor only, as all of this target.
///
/// Source: WebKit, `Source/JavaScriptCore/inspector/protocol`
struct InspectorMessage {
    var members: [String: JSONValue]

    init(_ members: [String: JSONValue]) { self.members = members }

    /// An event.
    init(_ method: String, _ parameters: JSONValue) { members = ["method": .string(method), "params": parameters] }

    /// Reads a message; nil for text that is no JSON object.
    init?(_ text: some DataProtocol) {
        guard let members = try? JSONValue(json: Data(text)).members else { return nil }
        self.members = members
    }

    var id: Int? { if case .integer(let id) = members["id"] { id } else { nil } }

    var method: String { members["method"]?.text ?? "" }

    var parameters: [String: JSONValue] {
        get { members["params"]?.members ?? [:] }
        set { members["params"] = .object(newValue) }
    }

    var text: String { String(decoding: JSONValue.object(members).data, as: UTF8.self) }

    /// The reply to a command that is carried out here, and not by WebKit.
    static func reply(to id: Int, _ result: JSONValue = [:]) -> InspectorMessage {
        InspectorMessage(["id": .integer(id), "result": result])
    }

    /// The reply to a command that cannot be carried out.
    static func failure(of id: Int, _ sentence: String) -> InspectorMessage {
        InspectorMessage(["id": .integer(id), "error": ["code": -32000, "message": .string(sentence)]])
    }
}
