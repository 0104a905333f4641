import Foundation
import HTTPMessages

/// A message of WebKit's inspector protocol. Main actor only, as all of this target.
///
/// Source: WebKit, `Source/JavaScriptCore/inspector/protocol`
package struct InspectorMessage {
    package var members: [String: JSONValue]

    package init(_ members: [String: JSONValue]) { self.members = members }

    /// An event.
    package init(_ method: String, _ parameters: JSONValue) {
        members = ["method": .string(method), "params": parameters]
    }

    /// Reads a message; nil for text that is no JSON object.
    package init?(_ text: some DataProtocol) {
        guard let members = try? JSONValue(json: Data(text)).members else { return nil }
        self.members = members
    }

    package var id: Int? { if case .integer(let id) = members["id"] { id } else { nil } }

    package var method: String { members["method"]?.text ?? "" }

    package var parameters: [String: JSONValue] {
        get { members["params"]?.members ?? [:] }
        set { members["params"] = .object(newValue) }
    }

    package var text: String { String(decoding: JSONValue.object(members).data, as: UTF8.self) }

    /// The reply to a command that is carried out here, and not by WebKit.
    package static func reply(to id: Int, _ result: JSONValue = [:]) -> InspectorMessage {
        InspectorMessage(["id": .integer(id), "result": result])
    }

    /// The reply to a command that cannot be carried out.
    package static func failure(of id: Int, _ sentence: String) -> InspectorMessage {
        InspectorMessage(["id": .integer(id), "error": ["code": -32000, "message": .string(sentence)]])
    }
}
