import Foundation
import HTTPMessages
import ServiceWorker

/// A response in a worker's own words: lines of text, not to be trusted.
///
/// The lines after the event's line are: the handle of a response that the host keeps, the address, the status text, one line for
/// each header, an empty line, and a small body in Base64.
struct WorkerResponse {
    enum Body {
        case none
        case bytes(Data)
        /// The body comes separately, in pieces.
        case pieces
        /// The host keeps the response under this handle.
        case kept(String)
    }

    /// The largest body that comes with the head, in bytes.
    private static let largestBody = 1 << 20

    var head = FetchResponse.Head()
    var body: Body

    /// Reads the fields after the event's number (status, type, kind of body, and two flags), and the other lines.
    init?(_ fields: [Substring], _ reader: inout LineReader) {
        guard fields.count >= 5, let status = Int(fields[0]), (0...599).contains(status),
            let type = FetchResponse.Kind(rawValue: String(fields[1])), let handle = reader.line(),
            let address = reader.line(), let statusText = reader.line()
        else { return nil }
        head.status = status
        head.type = type
        head.statusText = statusText
        if let url = URL(address: address) { head.urlList = fields[4] == "1" ? [url, url] : [url] }
        while let line = reader.line(), !line.isEmpty {
            guard let colon = line.utf8.firstIndex(of: UInt8(ascii: ":")) else { return nil }
            let value = line[line.index(after: colon)...].drop { $0 == " " }
            head.headers.fields.append(HeaderList.Field(name: String(line[..<colon]), value: String(value)))
        }
        switch fields[2] {
        case "n": body = .none
        case "s": body = .pieces
        case "h": body = .kept(handle)
        case "i":
            guard let data = Data(base64Encoded: Data(reader.restBytes)), data.count <= Self.largestBody else {
                return nil
            }
            body = .bytes(data)
        default: return nil
        }
    }
}
