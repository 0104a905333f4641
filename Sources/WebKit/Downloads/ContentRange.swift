/// The `Content-Range` of a response, [RFC 9110, section 14.4](https://www.rfc-editor.org/rfc/rfc9110#section-14.4).
struct ContentRange: Equatable {
    var first: Int
    var last: Int
    /// The length of the whole; nil where the server doesn't say it.
    var total: Int?

    /// Reads `bytes 5-9/10`; nil for anything else.
    init?(_ field: String) {
        guard let match = field.wholeMatch(of: /(?i:bytes)\s+([0-9]+)-([0-9]+)\/([0-9]+|\*)\s*/),
            let first = Int(match.1), let last = Int(match.2), first <= last
        else { return nil }
        (self.first, self.last, total) = (first, last, Int(match.3))
    }

    /// The use of a server's answer to a request for the rest of a body.
    enum Answer {
        /// The rest, of a body of `total` bytes.
        case rest(total: Int)
        /// The whole body, which has changed or which the server gives no parts of.
        case whole
        /// Nothing that fits: the whole body has to be asked for.
        case unusable
        case failure(NSError)
    }

    static func answer(_ response: URLResponse, to asked: ResumeData, from start: Int) -> Answer {
        guard let http = response as? HTTPURLResponse else { return .whole }
        switch http.statusCode {
        case 206:
            guard start > 0, let range = http.value(forHTTPHeaderField: "Content-Range").flatMap({ Self($0) }),
                range.first == start, range.last == (range.total ?? asked.total) - 1,
                (range.total ?? asked.total) == asked.total, asked.agrees(with: http)
            else { return .unusable }
            return .rest(total: asked.total)
        case 200..<300: return .whole
        case 416: return .unusable
        default:
            return .failure(
                DownloadFailure.error(
                    NSURLErrorBadServerResponse, http.url, nil, "The server answered \(http.statusCode)"))
        }
    }
}

extension ResumeData {
    /// Whether a part is of the same body, as far as its validators say.
    fileprivate func agrees(with response: HTTPURLResponse) -> Bool {
        let name = validator.hasPrefix("\"") ? "ETag" : "Last-Modified"
        return response.value(forHTTPHeaderField: name).map { $0 == validator } ?? true
    }
}
