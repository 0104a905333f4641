package import Foundation
package import FoundationNetworking

/// The content of a `data:` URL: the [data: URL processor](https://fetch.spec.whatwg.org/#data-url-processor).
package enum DataURL {
    /// Returns a response with the MIME type, and the body.
    ///
    /// - Throws: `NSURLErrorBadURL` where the URL has no comma, or where its base64 is invalid.
    package static func answer(_ url: URL) throws -> (URLResponse, BodyStream) {
        guard let (type, bytes) = content(of: url.absoluteString) else { throw URLError(.badURL) }
        let mimeType = String(type.prefix { $0 != ";" })
        let response = URLResponse(
            url: url, mimeType: mimeType, expectedContentLength: bytes.count, textEncodingName: nil)
        return (response, BodyStream(bytes))
    }

    /// Returns the MIME type and the bytes of a `data:` URL; nil where the address has another scheme or no comma, or where its
    /// base64 is invalid.
    package static func content(of address: String) -> (type: String, bytes: Data)? {
        let text = address.prefix { $0 != "#" }
        guard text.prefix(5).lowercased() == "data:", let comma = text.firstIndex(of: ",") else { return nil }
        var type = text[..<comma].dropFirst(5).trimmingCharacters(in: .whitespaces)
        var bytes = PercentEncoding.decoded(text[text.index(after: comma)...])
        if let mark = type.firstMatch(of: /(?i:;\s*base64)$/) {
            type.removeSubrange(mark.range)
            guard let content = base64(bytes) else { return nil }
            bytes = content
        }
        if type.isEmpty || type.hasPrefix(";") { type = "text/plain" + type }
        return (type, bytes)
    }

    /// Decodes base64, also with white space and without padding.
    private static func base64(_ text: Data) -> Data? {
        if let decoded = Data(base64Encoded: text) { return decoded }
        var kept = text.filter { ![0x09, 0x0A, 0x0C, 0x0D, 0x20].contains($0) }
        while kept.last == UInt8(ascii: "=") { kept.removeLast() }
        kept.append(contentsOf: repeatElement(UInt8(ascii: "="), count: (4 - kept.count % 4) % 4))
        return Data(base64Encoded: kept)
    }
}
