import Foundation
import FoundationNetworking
import HTTPMessages
import URLInterception

/// Why a request was refused or failed: what the page gets as JSON, after PostgREST's error object.
///
/// ```json
/// {"status":404,"code":"column_not_found","message":"The table products has no column colour.","hint":"There are: id, name."}
/// ```
public struct RESTError: Error, Sendable, Equatable, CustomStringConvertible {
    /// The HTTP status.
    public var status: Int
    /// A stable name for programs, such as `table_not_found`.
    public var code: String
    /// The description of the error, for people.
    public var message: String
    /// The advice about the error.
    public var hint: String?
    /// The header fields of the response, such as `Allow`.
    public var headers: [String: String]

    /// Makes an error from its parts.
    public init(
        status: Int, code: String, message: String, hint: String? = nil, headers: [String: String] = [:]
    ) {
        self.status = status
        self.code = code
        self.message = message
        self.hint = hint
        self.headers = headers
    }

    /// The message and the hint.
    public var description: String { [message, hint].compactMap(\.self).joined(separator: " ") }

    static func badRequest(_ code: String, _ message: String, hint: String? = nil) -> RESTError {
        RESTError(status: 400, code: code, message: message, hint: hint)
    }

    /// Returns the text of a page, shortened for a message, and without control characters.
    static func quoted(_ text: String) -> String {
        var short = ""
        for scalar in text.unicodeScalars.prefix(81) {
            short += scalar.properties.generalCategory == .control ? "\u{FFFD}" : String(scalar)
        }
        return short.unicodeScalars.count > 80 ? "“\(short.unicodeScalars.prefix(80))…”" : "“\(short)”"
    }

    /// Returns the names to choose from, as far as they fit.
    static func choices(_ names: [String]) -> String? {
        guard !names.isEmpty else { return nil }
        let shown = names.prefix(20).joined(separator: ", ")
        return "There are: \(shown)\(names.count > 20 ? ", …" : "")."
    }
}

extension RESTError {
    /// The error as JSON.
    var body: Data {
        var bytes = OutputBytes()
        bytes.append("{\"status\":")
        bytes.append(Int64(status))
        bytes.append(",\"code\":")
        bytes.appendJSON(code)
        bytes.append(",\"message\":")
        bytes.appendJSON(message)
        bytes.append(",\"hint\":")
        if let hint { bytes.appendJSON(hint) } else { bytes.append("null") }
        bytes.append("}\n")
        return bytes.take()
    }

    /// Returns the error as an answer; without a body where the method was HEAD.
    func answer(at url: URL, head: Bool = false) throws -> LoadedResource {
        let body = body
        var fields = headers
        fields["Content-Type"] = "application/json; charset=utf-8"
        fields["Content-Length"] = String(body.count)
        fields["Cache-Control"] = "no-store"
        return try LoadedResource(
            url: url, status: status, headers: fields, body: head ? .empty : BodyStream(body))
    }
}
