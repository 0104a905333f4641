/// The facts that a download is resumed with, as `Data` that an application keeps.
///
/// The data begins with a mark and a version, and a sum of the rest, so that damage is noticed. It is not secret and not signed.
struct ResumeData: Codable, Equatable, Sendable {
    /// The address that the bytes came from.
    var url: URL
    /// The headers that the application gave to the request.
    var headers: [String: String]
    /// The value of `If-Range`: a strong `ETag`, or else a `Last-Modified` date.
    var validator: String
    /// The absolute path of the file.
    var path: String
    /// The number of bytes that the file has.
    var count: Int
    /// The number of bytes of the whole body.
    var total: Int

    private static let mark = Data("swwebview download 1\n".utf8)
    private static let sumLength = 8

    /// Reads what ``data`` has written; nil for anything else.
    init?(_ data: Data) {
        let data = Data(data)
        let start = Self.mark.count + Self.sumLength
        guard data.count > start, data.prefix(Self.mark.count) == Self.mark else { return nil }
        let content = data[start...]
        guard data[Self.mark.count..<start] == Self.sum(of: content),
            let read = try? JSONDecoder().decode(Self.self, from: content), read.isSound
        else { return nil }
        self = read
    }

    /// Notes how a response can be resumed; nil where it cannot.
    ///
    /// - Parameters:
    ///   - response: the response to the whole request, or to its rest.
    ///   - total: the length of the whole body.
    init?(_ response: URLResponse, headers: [String: String], file: URL, count: Int, total: Int) {
        guard let http = response as? HTTPURLResponse, let url = http.url, let validator = Self.validator(of: http),
            [200, 206].contains(http.statusCode), total >= count, total > 0,
            http.value(forHTTPHeaderField: "Accept-Ranges")?.lowercased() != "none",
            // The length of the file is then not a place in the coded body.
            ["", "identity"].contains(http.value(forHTTPHeaderField: "Content-Encoding")?.lowercased() ?? "")
        else { return nil }
        (self.url, self.headers, self.validator) = (url, headers, validator)
        (path, self.count, self.total) = (file.path(percentEncoded: false), count, total)
    }

    /// The form that applications keep; nil where the facts cannot be written.
    var data: Data? {
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        guard let content = try? encoder.encode(self) else { return nil }
        return Self.mark + Self.sum(of: content) + content
    }

    var file: URL { URL(fileURLWithPath: path) }

    /// The request for the rest of the body.
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

    /// The validator that `If-Range` takes, [RFC 9110, section 13.1.5](https://www.rfc-editor.org/rfc/rfc9110#section-13.1.5).
    private static func validator(of response: HTTPURLResponse) -> String? {
        if let tag = response.value(forHTTPHeaderField: "ETag"), !tag.isEmpty, !tag.hasPrefix("W/") { return tag }
        return response.value(forHTTPHeaderField: "Last-Modified")
    }

    /// FNV-1a, which finds damage and not deceit.
    private static func sum(of content: Data) -> Data {
        let sum = content.reduce(0xcbf2_9ce4_8422_2325 as UInt64) { ($0 ^ UInt64($1)) &* 0x100_0000_01b3 }
        return withUnsafeBytes(of: sum.bigEndian) { Data($0) }
    }
}
