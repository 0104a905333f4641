import Foundation
import HTTPMessages
import URLInterception

/// The first bytes of a script: as many as it takes to see whether it begins with a directive.
struct ScriptStart {
    /// The longest comments before a directive that are read, in bytes. A directive after longer ones is not found.
    private static let longest = 256 << 10

    private static let directives = [Data("\"use strict\"".utf8), Data("'use strict'".utf8)]

    private let bytes: Data
    private let isStrict: Bool

    /// Whether the script is UTF-16, so that nothing can be put before it.
    var isWide: Bool { bytes.starts(with: [0xFE, 0xFF]) || bytes.starts(with: [0xFF, 0xFE]) }

    /// Reads the start of a body.
    init(of body: BodyStream) async throws {
        var bytes = Data()
        while let piece = try await body.next() {
            bytes.append(piece)
            if Self.firstToken(bytes).map({ bytes[$0...].count >= Self.directives[0].count }) ?? false { break }
            if bytes.count > Self.longest { break }
        }
        self.bytes = bytes
        let token = Self.firstToken(bytes).map { bytes[$0...] } ?? Data()
        isStrict = Self.directives.contains { token.starts(with: $0) }
    }

    /// Returns the text before the script that loads the runtime. A policy that forbids it must not end a classic worker.
    ///
    /// - Parameter address: the value of a module's `import.meta.url`; nil to keep WebKit's own.
    func head(runtime: String, isModule: Bool, address: String?) -> String {
        let url = JSONText.string(runtime)
        if isModule { return "import \(url);\(address.map { head(address: $0) } ?? comment)" }
        return "\(isStrict ? "\"use strict\";" : "")try{importScripts(\(url))}catch{};\(comment)"
    }

    /// Returns the text before a module that sets its `import.meta.url`.
    func head(address: String) -> String { "import.meta.url=\(JSONText.string(address));\(comment)" }

    /// A hashbang is a comment only at the start of a script, so that a line comment replaces it.
    private var comment: String { bytes.starts(with: Array("#!".utf8)) ? "//" : "" }

    /// Returns the whole body, with other bytes first.
    func rest(of body: BodyStream, after head: Data = Data()) -> BodyStream {
        let first = BodyStream(head + bytes)
        return BodyStream(next: {
            if let piece = try await first.next() { return piece }
            return try await body.next()
        })
    }

    /// Returns the end of white space and comments, or nil where more bytes are needed to tell.
    static func firstToken(_ bytes: Data) -> Data.Index? {
        var rest = bytes[...]
        if rest.starts(with: [0xEF, 0xBB, 0xBF]) { rest = rest.dropFirst(3) }
        while let first = rest.first {
            if first == 0x20 || (0x09...0x0D).contains(first) {
                rest = rest.dropFirst()
            } else if rest.starts(with: Array("//".utf8)) || rest.starts(with: Array("#!".utf8)) {
                guard let end = rest.firstIndex(where: { $0 == 0x0A || $0 == 0x0D }) else { return nil }
                rest = rest[end...]
            } else if rest.starts(with: Array("/*".utf8)) {
                guard let end = rest.dropFirst(2).firstRange(of: Data("*/".utf8)) else { return nil }
                rest = rest[end.upperBound...]
            } else {
                return rest.startIndex
            }
        }
        return nil
    }
}
