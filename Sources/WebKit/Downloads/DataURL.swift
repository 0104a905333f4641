import HTTPMessages

/// The response that a `data:` URL contains: the [data: URL processor](https://fetch.spec.whatwg.org/#data-url-processor).
enum DataURL {
    /// Returns a response with the MIME type, and the body.
    ///
    /// - Throws: `NSURLErrorBadURL` where the URL has no comma, or where its base64 is invalid.
    static func answer(_ url: URL) throws -> (URLResponse, BodyStream) {
        let text = url.absoluteString.prefix { $0 != "#" }
        guard let colon = text.firstIndex(of: ":"), let comma = text.firstIndex(of: ",") else {
            throw URLError(.badURL)
        }
        var type = text[text.index(after: colon)..<comma].trimmingCharacters(in: .whitespaces)
        var bytes = decoded(text[text.index(after: comma)...].utf8)
        if let mark = type.firstMatch(of: /(?i:;\s*base64)$/) {
            type.removeSubrange(mark.range)
            guard let content = base64(bytes) else { throw URLError(.badURL) }
            bytes = content
        }
        if type.hasPrefix(";") { type = "text/plain" + type }
        let mimeType = type.isEmpty ? "text/plain" : String(type.prefix { $0 != ";" })
        let response = URLResponse(
            url: url, mimeType: mimeType, expectedContentLength: bytes.count, textEncodingName: nil)
        return (response, BodyStream(bytes))
    }

    private static func decoded(_ text: Substring.UTF8View) -> Data {
        var bytes = Data(capacity: text.count)
        var rest = text[...]
        while let byte = rest.popFirst() {
            if byte == UInt8(ascii: "%"), let code = UInt8(String(decoding: rest.prefix(2), as: UTF8.self), radix: 16) {
                bytes.append(code)
                rest = rest.dropFirst(2)
            } else {
                bytes.append(byte)
            }
        }
        return bytes
    }

    /// Decodes base64, also without padding.
    private static func base64(_ text: Data) -> Data? {
        var kept = text.filter { ![0x09, 0x0A, 0x0C, 0x0D, 0x20].contains($0) }
        while kept.last == UInt8(ascii: "=") { kept.removeLast() }
        kept.append(contentsOf: repeatElement(UInt8(ascii: "="), count: (4 - kept.count % 4) % 4))
        return Data(base64Encoded: kept)
    }
}
