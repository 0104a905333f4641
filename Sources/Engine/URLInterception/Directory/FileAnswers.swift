import Foundation
import HTTPMessages
import Synchronization
import UniformTypeIdentifiers

/// The `Content-Type` of files.
enum ContentType {
    /// Returns the content type of a file. Text is declared to be UTF-8, except XML, which declares its own encoding.
    static func header(forFileNamed name: String) -> String {
        let type = UTType(filenameExtension: NSString(string: name).pathExtension)
        guard let type, let mimeType = type.preferredMIMEType else { return "application/octet-stream" }
        let isText = mimeType.hasPrefix("text/") || type.conforms(to: .json)
        return isText ? mimeType + "; charset=utf-8" : mimeType
    }
}

extension BodyStream {
    /// The bytes of an open file, read as they are asked for. The file stays open until the body goes.
    init(_ file: ConfinedFile, _ bytes: Range<Int64>) {
        let position = Position(bytes)
        self.init(next: {
            guard let piece = position.advance(by: Int64(DirectoryLoader.pieceSize)) else { return nil }
            do {
                return try file.read(at: piece.lowerBound, count: piece.count)
            } catch {
                throw URLError(
                    .cannotDecodeRawData,
                    userInfo: [NSLocalizedDescriptionKey: "The file changed or failed while it was read."])
            }
        })
    }
}

/// The part of a file that has not been read yet.
private final class Position: Sendable {
    private let rest: Mutex<Range<Int64>>

    init(_ bytes: Range<Int64>) { rest = Mutex(bytes) }

    func advance(by count: Int64) -> Range<Int64>? {
        rest.withLock { rest in
            guard !rest.isEmpty else { return nil }
            let piece = rest.prefix(Int(count))
            rest = piece.upperBound..<rest.upperBound
            return piece.lowerBound..<piece.upperBound
        }
    }
}

extension LoadedResource {
    /// Makes the response that the view shows for a file that is not served.
    init(_ refusal: ConfinedFile.Refusal, at url: URL) throws {
        let path = url.path(percentEncoded: true)
        switch refusal {
        case .missing:
            try self.init(url: url, status: 404, message: "There is no file for \(path) in the mapped folder.")
        case .forbidden(let reason):
            try self.init(url: url, status: 403, message: "\(path) is not served. \(reason)")
        case .outside:
            // The target of the link is not revealed to pages.
            try self.init(
                url: url, status: 403,
                message: "\(path) is not served. It is a link that leads out of the mapped folder.")
        case .failed(let code):
            try self.init(url: url, status: 500, message: "\(path) cannot be read (error \(code)).")
        }
    }
}
