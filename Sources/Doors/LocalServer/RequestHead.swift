import Foundation

/// A request that breaks the rules of HTTP/1.1. Its connection ends, because the place where the next one begins is uncertain.
struct MalformedRequest: Error {
    let reason: String

    init(_ reason: String) { self.reason = reason }
}

/// A request without its body.
///
/// Source: HTTP/1.1, https://www.rfc-editor.org/rfc/rfc9112
struct RequestHead {
    fileprivate static let methods: Set<String> = [
        "GET", "HEAD", "POST", "PUT", "DELETE", "OPTIONS", "TRACE", "PATCH",
    ]

    /// The request's method, target and header fields.
    let request: HTTPRequest
    let body: BodyReader
    /// Whether the connection is for further requests.
    let isKeptAlive: Bool

    /// - Throws: for a body whose length is not certain: the next request would begin elsewhere for others.
    fileprivate init(
        _ words: [String], _ fields: [(name: String, value: String)]
    ) throws(MalformedRequest) {
        let target = words[1].split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
        var headers: [String: String] = [:]
        for (name, value) in fields {
            // A list is no host, no origin and no token: what the guard asks for must be sent once.
            headers[name] = headers[name].map { $0 + (name == "cookie" ? "; " : ", ") + value } ?? value
        }
        request = HTTPRequest(
            method: words[0], path: target[0], query: target.count > 1 ? target[1] : "", headers: headers)
        let isKeptByDefault = words[2] == "HTTP/1.1"
        isKeptAlive = request.lists(isKeptByDefault ? "close" : "keep-alive", in: "connection") != isKeptByDefault
        switch (headers["content-length"], headers["transfer-encoding"]?.lowercased()) {
        case (nil, nil): body = .counted(0)
        // HTTP/1.0 has no transfer codings: https://www.rfc-editor.org/rfc/rfc9112#section-6.1-16
        case (nil, "chunked") where isKeptByDefault: body = .chunkHead
        // Two fields are a list, which is no number.
        case (let length?, nil) where !length.isEmpty && length.utf8.allSatisfy { (0x30...0x39).contains($0) }:
            body = .counted(Int(length) ?? .max)
        default:
            throw MalformedRequest("The body's end is unknown: send one Content-Length, or Transfer-Encoding: chunked.")
        }
    }
}

extension HTTPRequest {
    /// Returns whether a header, a list, has a word.
    func lists(_ word: String, in name: String) -> Bool {
        (headers[name] ?? "").lowercased().split(separator: ",").contains {
            $0.trimmingCharacters(in: .whitespaces) == word
        }
    }
}

/// Reads a request's head, line by line.
struct RequestHeadReader {
    private static let mostFields = 128

    private var size = 0
    /// The words of the first line.
    private var first: [String]?
    private var fields: [(name: String, value: String)] = []

    /// Returns the head; nil where its end has not come.
    ///
    /// - Parameter limit: the most bytes of a head.
    mutating func read(_ input: InputBuffer, limit: Int) throws(MalformedRequest) -> RequestHead? {
        while let line = try input.line(atMost: limit - size) {
            size += line.count + 2
            if let first {
                if line.isEmpty { return try RequestHead(first, fields) }
                guard fields.count < Self.mostFields else {
                    throw MalformedRequest("The request has more than \(Self.mostFields) header fields.")
                }
                fields.append(try Self.field(line))
            } else if !line.isEmpty {
                first = try Self.words(line)
            }
            // Some clients send an empty line after a body.
        }
        // A client of another protocol may wait for an answer before it ends its line.
        let word = input.rest.prefix { $0 != UInt8(ascii: " ") && $0 != UInt8(ascii: "\r") }
        guard first != nil || RequestHead.methods.contains(where: { $0.utf8.starts(with: word) }) else {
            throw MalformedRequest("The request begins with no method.")
        }
        return nil
    }

    /// Returns a first line's method, target and version.
    private static func words(_ line: ArraySlice<UInt8>) throws(MalformedRequest) -> [String] {
        let words = line.split(separator: UInt8(ascii: " "), omittingEmptySubsequences: false)
            .map { String(decoding: $0, as: UTF8.self) }
        guard words.count == 3, RequestHead.methods.contains(words[0]), ["HTTP/1.1", "HTTP/1.0"].contains(words[2]),
            words[1].hasPrefix("/") || words[1] == "*" || words[1].contains("://"),
            words[1].utf8.allSatisfy({ (0x21...0x7E).contains($0) })
        else { throw MalformedRequest("The first line is not as in “GET /path HTTP/1.1”.") }
        return words
    }

    /// Returns a field, its name in lower case.
    private static func field(_ line: ArraySlice<UInt8>) throws(MalformedRequest) -> (name: String, value: String) {
        let parts = line.split(separator: UInt8(ascii: ":"), maxSplits: 1, omittingEmptySubsequences: false)
            .map { String(decoding: $0, as: UTF8.self) }
        guard parts.count == 2, !parts[0].isEmpty, parts[0].utf8.allSatisfy(isNameByte) else {
            throw MalformedRequest("A header field is not as in “Name: value”.")
        }
        return (parts[0].lowercased(), parts[1].trimmingCharacters(in: CharacterSet(charactersIn: " \t")))
    }

    private static func isNameByte(_ byte: UInt8) -> Bool {
        let character = Character(UnicodeScalar(byte))
        return character.isASCII && (character.isLetter || character.isNumber) || "!#$%&'*+-.^_`|~".utf8.contains(byte)
    }
}
