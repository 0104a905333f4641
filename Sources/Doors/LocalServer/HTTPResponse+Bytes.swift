import Foundation
import HTTPMessages

extension HTTPResponse {
    /// Returns the response as it is sent, with the headers that protect it.
    ///
    /// - Parameters:
    ///   - method: the request's.
    ///   - isLast: whether the connection ends with it.
    func bytes(to method: String, isLast: Bool) -> [UInt8] {
        var response = self
        RequestGuard.protect(&response)
        let hasBody = status >= 200 && status != 204 && status != 304
        let own = ["content-length", "transfer-encoding", "connection"]
        var fields = response.headers.filter { !own.contains($0.key.lowercased()) }
        guard fields.allSatisfy({ Self.isField($0.key) && Self.isField($0.value) }) else {
            return HTTPResponse.text(500, "The response has a header with a control character.").bytes(
                to: method, isLast: isLast)
        }
        if hasBody { fields["Content-Length"] = String(body.count) }
        if isLast { fields["Connection"] = "close" }
        let lines =
            ["HTTP/1.1 \(status) \(ReasonPhrase.phrase(for: status))"] + fields.map { "\($0): \($1)" } + ["", ""]
        return Array(lines.joined(separator: "\r\n").utf8) + (hasBody && method != "HEAD" ? body : Data())
    }

    private static func isField(_ text: String) -> Bool {
        text.utf8.allSatisfy { $0 >= 0x20 && $0 != 0x7F || $0 == UInt8(ascii: "\t") }
    }
}
