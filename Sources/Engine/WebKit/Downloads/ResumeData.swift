import HTTPMessages

/// The facts that resume a download, as `Data` that an application keeps.
///
/// The data begins with a mark, a version and a checksum, so that damage is found. The data is neither secret nor signed.
struct ResumeData: Codable, Equatable, Sendable {
    /// The URL that the bytes came from.
    var url: URL
    /// The headers that the application gave to the request.
    var headers: [String: String]
    /// The value of `If-Range`: a strong `ETag`, or else a `Last-Modified` date.
    var validator: String
    /// The absolute path of the file.
    var path: String
    /// The number of bytes in the file.
    var count: Int
    /// The number of bytes of the whole body.
    var total: Int

    private static let mark = Data("swwebview download 1\n".utf8)
    private static let sumLength = 8

    /// Decodes ``data``; nil for damaged or other data.
    init?(_ data: Data) {
        let data = Data(data)
        let start = Self.mark.count + Self.sumLength
        guard data.count > start, data.prefix(Self.mark.count) == Self.mark else { return nil }
        let content = data[start...]
        guard data[Self.mark.count..<start] == Self.sum(of: content),
            let read = try? JSONText.decode(Self.self, from: content), read.isSound
        else { return nil }
        self = read
    }

    /// Makes the facts that resume a download of the response; nil where a download of the response cannot be resumed.
    ///
    /// - Parameters:
    ///   - response: the response to the whole request, or to its rest.
    ///   - total: the length of the whole body.
    init?(_ response: URLResponse, headers: [String: String], file: URL, count: Int, total: Int) {
        guard let http = response as? HTTPURLResponse, let url = http.url, let validator = Self.validator(of: http),
            [200, 206].contains(http.statusCode), total >= count, total > 0,
            http.value(forHTTPHeaderField: "Accept-Ranges")?.lowercased() != "none",
            // With a content coding, the file's length is not a position in the encoded body.
            ["", "identity"].contains(http.value(forHTTPHeaderField: "Content-Encoding")?.lowercased() ?? "")
        else { return nil }
        (self.url, self.headers, self.validator) = (url, headers, validator)
        (path, self.count, self.total) = (file.path(percentEncoded: false), count, total)
    }

    /// The encoded facts, for the application; nil where encoding fails.
    var data: Data? {
        guard let content = try? JSONText.encode(self, .sorted) else { return nil }
        return Self.mark + Self.sum(of: content) + content
    }

    var file: URL { URL(fileURLWithPath: path) }

    /// The request for the body, without the headers for its rest.
    var request: URLRequest {
        var request = URLRequest(url: url)
        for (name, value) in headers { request.setValue(value, forHTTPHeaderField: name) }
        return request
    }

    private var isSound: Bool {
        path.hasPrefix("/") && !path.contains("\0") && count >= 0 && total >= count && url.scheme != nil
            && (Array(headers) + [("", validator)]).allSatisfy { name, value in
                !(name + value).unicodeScalars.contains { $0.value < 0x20 && $0.value != 0x09 || $0.value == 0x7F }
            }
    }

    /// Returns the validator for `If-Range`: [RFC 9110, section 13.1.5](https://www.rfc-editor.org/rfc/rfc9110#section-13.1.5).
    private static func validator(of response: HTTPURLResponse) -> String? {
        if let tag = response.value(forHTTPHeaderField: "ETag"), !tag.isEmpty, !tag.hasPrefix("W/") { return tag }
        return response.value(forHTTPHeaderField: "Last-Modified")
    }

    /// Returns the FNV-1a hash of the content. The hash detects damage, but not manipulation.
    private static func sum(of content: Data) -> Data {
        let sum = content.reduce(0xcbf2_9ce4_8422_2325 as UInt64) { ($0 ^ UInt64($1)) &* 0x100_0000_01b3 }
        return withUnsafeBytes(of: sum.bigEndian) { Data($0) }
    }
}
