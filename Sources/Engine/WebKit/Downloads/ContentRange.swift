/// The `Content-Range` of a response, [RFC 9110, section 14.4](https://www.rfc-editor.org/rfc/rfc9110#section-14.4).
struct ContentRange: Equatable {
    var first: Int
    var last: Int
    /// The length of the whole body; nil where the server doesn't give it.
    var total: Int?

    /// Parses a field such as `bytes 5-9/10`; nil for any other form.
    init?(_ field: String) {
        guard let match = field.wholeMatch(of: /(?i:bytes)\s+([0-9]+)-([0-9]+)\/([0-9]+|\*)\s*/),
            let first = Int(match.1), let last = Int(match.2), first <= last
        else { return nil }
        (self.first, self.last, total) = (first, last, Int(match.3))
    }

    /// The meaning of a server's response to a request for the rest of a body.
    enum Answer {
        /// The response has the rest of a body of `total` bytes.
        case rest(total: Int)
        /// The response has the whole body: the body has changed, or the server does not support ranges.
        case whole
        /// The response has another range, or the range cannot be satisfied. A second request must load the whole body.
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
    /// Returns whether the validators of a partial response match those of the saved part.
    fileprivate func agrees(with response: HTTPURLResponse) -> Bool {
        let name = validator.hasPrefix("\"") ? "ETag" : "Last-Modified"
        return response.value(forHTTPHeaderField: name).map { $0 == validator } ?? true
    }
}
