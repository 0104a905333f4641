import Foundation
import HTTPMessages

/// A request or a notification of a client: a line with a JSON-RPC 2.0 message.
///
/// Source: https://www.jsonrpc.org/specification
struct RPCMessage: Sendable {
    /// The id of a request: text or a number; nil for a notification.
    let id: JSONValue?
    let method: String
    let parameters: [String: JSONValue]

    /// Reads a line; nil for a response, which this server asks for nothing to get.
    ///
    /// - Throws: ``RPCError``.
    init?(_ line: Data) throws(RPCError) {
        let value: JSONValue
        do throws(JSONFlaw) { value = try JSONValue(json: line) } catch {
            throw RPCError(.parse, "This line is not JSON: \(error.reason.rawValue) (byte \(error.offset + 1))")
        }
        guard let members = value.members else { throw RPCError(.invalidRequest, "A message is a JSON object") }
        switch members["id"] {
        case nil: id = nil
        case .string(let text)? where text.utf8.count <= Self.longestID: id = .string(text)
        case .integer(let number)?: id = .integer(number)
        case .number(let number)?: id = .number(number)
        default: throw RPCError(.invalidRequest, "“id” is text of \(Self.longestID) bytes at most, or a number")
        }
        guard case .string(let method)? = members["method"] else {
            if members["result"] != nil || members["error"] != nil { return nil }
            throw RPCError(.invalidRequest, "A message has a method", id: id)
        }
        self.method = method
        switch members["params"] {
        case nil: parameters = [:]
        case .object(let members)?: parameters = members
        default: throw RPCError(.invalidParameters, "“params” is an object", id: id)
        }
    }

    private static let longestID = 4096

    /// The revision that the request names itself; nil for none, and for one that is no text.
    var revision: String? { parameters["_meta"]?[ProtocolRevision.metaKey]?.text }
}

/// The error of a request.
struct RPCError: Error {
    enum Code: Int {
        case parse = -32700
        case invalidRequest = -32600
        case methodNotFound = -32601
        case invalidParameters = -32602
        case unsupportedRevision = -32022
    }

    let code: Code
    let message: String
    var data: JSONValue?
    /// The id of the request, where it is known.
    var id: JSONValue?

    init(_ code: Code, _ message: String, data: JSONValue? = nil, id: JSONValue? = nil) {
        (self.code, self.message, self.data, self.id) = (code, message, data, id)
    }

    /// The response with the error.
    func response(to request: JSONValue?) -> JSONValue {
        var error: [String: JSONValue] = ["code": .integer(code.rawValue), "message": .string(message)]
        error["data"] = data
        return ["jsonrpc": "2.0", "id": request ?? id ?? .null, "error": .object(error)]
    }
}
