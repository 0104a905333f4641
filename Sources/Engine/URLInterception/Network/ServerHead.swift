import HTTPMessages

/// The head of a response as the server sent it: what Foundation's response does not hold.
package struct ServerHead: Sendable, Equatable {
    package let status: Int
    /// The reason phrase of the status line; empty where there is none, as in HTTP/2.
    package let reasonPhrase: String
    /// The headers in order.
    package fileprivate(set) var headers = HeaderList()

    package init(status: Int, reasonPhrase: String, headers: HeaderList = HeaderList()) {
        (self.status, self.reasonPhrase, self.headers) = (status, reasonPhrase, headers)
    }

    /// Reads a [status line](https://www.rfc-editor.org/rfc/rfc9112#section-4); nil for any other line.
    fileprivate init?(statusLine line: String) {
        let parts = line.split(separator: " ", maxSplits: 2, omittingEmptySubsequences: false)
        guard parts.count >= 2, parts[0].hasPrefix("HTTP/"), let status = Int(parts[1]) else { return nil }
        self.init(status: status, reasonPhrase: parts.count > 2 ? parts[2].trimmingSpaces : "")
    }

    /// The headers under one name each, those of one name joined by commas.
    var fields: [String: String] {
        var fields: [String: String] = [:]
        var names: [String: String] = [:]
        for field in headers.fields {
            let name = names[field.name.lowercased()] ?? field.name
            names[field.name.lowercased()] = name
            fields[name] = fields[name].map { "\($0), \(field.value)" } ?? field.value
        }
        return fields
    }
}

/// Reads the lines of a response's head.
struct HeadReader {
    private var head: ServerHead?
    private var isOver = false

    /// Reads a line without its end. Returns the head after the empty line at its end, but for informational ones and trailers.
    mutating func read(_ bytes: UnsafeRawBufferPointer) -> ServerHead? {
        guard !isOver else { return nil }
        if bytes.isEmpty { return finish() }
        // https://www.rfc-editor.org/rfc/rfc9112#section-2.2: a bare carriage return is a space.
        let bytes = bytes.map { $0 == UInt8(ascii: "\r") ? UInt8(ascii: " ") : $0 }
        // Servers send file names in UTF-8. Other bytes are the characters of the same number, as Fetch has it.
        let line =
            String(validating: bytes, as: UTF8.self)
            ?? String(String.UnicodeScalarView(bytes.map { UnicodeScalar($0) }))
        if head == nil {
            head = ServerHead(statusLine: line)
        } else if let colon = line.firstIndex(of: ":") {
            let name = line[..<colon].trimmingSpaces
            head?.headers.fields.append(.init(name: name, value: line[line.index(after: colon)...].trimmingSpaces))
        }
        return nil
    }

    /// Returns the head that was read, for a response that ends within it; nil for none.
    mutating func finish() -> ServerHead? {
        defer { head = nil }
        guard !isOver, let head, head.status >= 200 || head.status == 101 else { return nil }
        isOver = true
        return head
    }
}
