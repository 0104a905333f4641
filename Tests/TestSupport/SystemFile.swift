package import Foundation

/// A file of `/proc`. Foundation's own readers stop after the first page of one.
package enum SystemFile {
    /// Returns the whole content.
    ///
    /// - Throws: `CocoaError` when the file cannot be opened or read.
    package static func contents(_ path: String) throws -> Data {
        let file = try FileHandle(forReadingFrom: URL(fileURLWithPath: path))
        var contents = Data()
        while let piece = try file.read(upToCount: 1 << 16), !piece.isEmpty { contents += piece }
        return contents
    }

    /// Returns the whole content as text.
    ///
    /// - Throws: `CocoaError` when the file cannot be opened or read.
    package static func text(_ path: String) throws -> String { String(decoding: try contents(path), as: UTF8.self) }
}
