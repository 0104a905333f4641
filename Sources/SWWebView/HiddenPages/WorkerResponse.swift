import Foundation
import HTTPMessages
import ServiceWorker

/// A response in a worker's own words: lines of text, not to be trusted.
///
/// The lines after the event's line are: the name of a response that the host keeps or of a body in pieces, the address, the status
/// text, one line for each header, and an empty line. A small body goes with the message.
struct WorkerResponse {
    enum Body {
        case none
        case bytes(Data)
        /// The worker sends the body in pieces, under this name.
        case pieces(String)
        /// The host keeps the response under this handle.
        case kept(String)
    }

    var head = FetchResponse.Head()
    var body: Body

    /// Reads the fields after the event's number (status, type, kind of body, and two flags), the other lines, and the body.
    init?(_ fields: [Substring], _ reader: inout LineReader, _ bytes: UnsafeRawBufferPointer) {
        guard fields.count >= 5, let status = Int(fields[0]), (0...599).contains(status),
            let type = FetchResponse.Kind(rawValue: String(fields[1])), let name = reader.line(),
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
        case "s": body = .pieces(name)
        case "h": body = .kept(name)
        case "i":
            guard bytes.count <= BodyRegistry.inlineLimit else { return nil }
            body = .bytes(Data(bytes))
        default: return nil
        }
    }
}
