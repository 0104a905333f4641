import CWebKitGTK
import HTTPMessages
import URLInterception

/// The response to a request of a `<video>` or `<audio>` element, as WebKit's player needs it.
///
/// The player seeks with the header `Range`, and needs the length of the body. A handler may answer with the whole body, and
/// without a length, as on iOS.
struct MediaResponse {
    /// The status and headers for WebKit.
    struct Head {
        /// The handler's own response, with the type of the body.
        let response: URLResponse
        var status: Int
        var headers: [String: String]
        /// The length of the body; nil where it is not known.
        var length: Int64?
    }

    /// The most bytes of a response without a length that are collected to find its length. Of more, nothing can be skipped.
    private static let longestCollected = 32 << 20
    /// The time after which the bytes so far are passed on: the response may have no end.
    static let collectingLimit = Duration.seconds(5)

    private enum Phase {
        case waiting
        /// The length of the body is not known yet.
        case collecting(HTTPURLResponse, Data)
        /// Bytes are passed on, after `skipped` others, up to `left`; nil for no limit.
        case passing(skipped: Int64, left: Int64?)
    }

    private var phase = Phase.waiting
    private let range: String?
    /// The origin of the element's document, where it is the address's own. WebKit knows the address by another scheme, and needs
    /// the permission of another origin for it.
    private let origin: String?

    /// Makes the response to a media element's request, and removes from the request what is for this side only; nil for any other
    /// request.
    init?(to request: inout URLRequest, at url: URL) {
        let destination = request.value(forHTTPHeaderField: CWK_MEDIA_HEADER)
        request.setValue(nil, forHTTPHeaderField: CWK_MEDIA_HEADER)
        guard destination != nil else { return nil }
        range = request.value(forHTTPHeaderField: "Range")
        let named = request.value(forHTTPHeaderField: "Origin")
        origin = named.flatMap { Origin($0) } == Origin(of: url) ? named : nil
        // On iOS, a request within an origin names no origin.
        if origin != nil { request.setValue(nil, forHTTPHeaderField: "Origin") }
    }

    // MARK: Response

    /// Takes the response. Returns the head for WebKit, or nil where it comes with the body.
    mutating func receive(_ response: HTTPURLResponse) -> Head? {
        guard response.statusCode == 200 else {
            phase = .passing(skipped: 0, left: nil)
            return Head(
                response: response, status: response.statusCode, headers: permitted(response.headerFields),
                length: Self.partLength(of: response))
        }
        if let length = Self.length(of: response) { return begin(response, length: length) }
        phase = .collecting(response, Data())
        return nil
    }

    /// Takes bytes of the body. Returns those for WebKit, and the head where it comes now.
    mutating func receive(_ data: Data) -> (head: Head?, bytes: Data) {
        switch phase {
        case .waiting: return (nil, Data())
        case .collecting(let response, var collected):
            phase = .waiting
            collected.append(data)
            phase = .collecting(response, collected)
            return collected.count > Self.longestCollected ? endCollecting() : (nil, Data())
        case .passing(let skipped, let left): return (nil, pass(data, skipping: skipped, upTo: left))
        }
    }

    /// Takes the end of the body.
    mutating func finish() -> (head: Head?, bytes: Data) {
        guard case .collecting(let response, let collected) = phase else { return (nil, Data()) }
        let head = begin(response, length: Int64(collected.count))
        return (head, receive(collected).bytes)
    }

    /// Passes on what is collected, without a length.
    mutating func endCollecting() -> (head: Head?, bytes: Data) {
        guard case .collecting(let response, let collected) = phase else { return (nil, Data()) }
        phase = .passing(skipped: 0, left: nil)
        var headers = HeaderList(response.headerFields)
        headers.set("Accept-Ranges", to: "none")
        let head = Head(response: response, status: 200, headers: permitted(Self.fields(headers)), length: nil)
        return (head, collected)
    }

    // MARK: Parts

    /// Begins to pass on a whole body of a known length, or the range of it that the player asks for.
    private mutating func begin(_ response: HTTPURLResponse, length: Int64) -> Head {
        var headers = HeaderList(response.headerFields)
        headers.set("Accept-Ranges", to: "bytes")
        var (status, bytes) = (200, 0..<length)
        switch ByteRange(header: range, size: length) {
        case .whole: break
        case .part(let part):
            (status, bytes) = (206, part)
            headers.set("Content-Range", to: "bytes \(part.lowerBound)-\(part.upperBound - 1)/\(length)")
        case .unsatisfiable:
            (status, bytes) = (416, 0..<0)
            headers.set("Content-Range", to: "bytes */\(length)")
        }
        headers.set("Content-Length", to: String(bytes.count))
        phase = .passing(skipped: bytes.lowerBound, left: Int64(bytes.count))
        return Head(
            response: response, status: status, headers: permitted(Self.fields(headers)), length: Int64(bytes.count))
    }

    private mutating func pass(_ data: Data, skipping skipped: Int64, upTo left: Int64?) -> Data {
        let dropped = min(skipped, Int64(data.count))
        var bytes = data.dropFirst(Int(dropped))
        if let left { bytes = bytes.prefix(Int(clamping: left)) }
        phase = .passing(skipped: skipped - dropped, left: left.map { $0 - Int64(bytes.count) })
        return bytes
    }

    private func permitted(_ headers: [String: String]) -> [String: String] {
        guard let origin else { return headers }
        var list = HeaderList(headers)
        list.set("Access-Control-Allow-Origin", to: origin)
        list.set("Access-Control-Allow-Credentials", to: "true")
        return Self.fields(list)
    }

    private static func fields(_ list: HeaderList) -> [String: String] {
        Dictionary(list.fields.map { ($0.name, $0.value) }) { first, _ in first }
    }

    /// Returns the length of a response's body; nil where no header has it, or the body is encoded.
    private static func length(of response: HTTPURLResponse) -> Int64? {
        let encoding = response.value(forHTTPHeaderField: "Content-Encoding")?.lowercased() ?? "identity"
        guard encoding == "identity", let text = response.value(forHTTPHeaderField: "Content-Length"),
            let length = Int64(text.trimmingSpaces), length >= 0
        else { return nil }
        return length
    }

    /// Returns the length of a part, by the headers of the response that has it.
    private static func partLength(of response: HTTPURLResponse) -> Int64? {
        if let length = length(of: response) { return length }
        let range = response.value(forHTTPHeaderField: "Content-Range")?.firstMatch(of: /^bytes (\d+)-(\d+)\//)
        guard let range, let first = Int64(range.1), let last = Int64(range.2), first <= last else { return nil }
        return last - first + 1
    }
}
