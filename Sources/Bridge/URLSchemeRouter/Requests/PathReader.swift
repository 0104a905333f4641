import Foundation

/// Takes the path of a URL apart.
enum PathReader {
    /// Returns the segments, each without its percent-encoding, so that an encoded slash does not separate.
    ///
    /// The one slash at the beginning does not count: `/a/b` and `a/b` have the same segments, `/a/b/` has an empty
    /// third.
    static func segments(_ encoded: String, limit: Int) throws(URLSchemeRouter.RequestError) -> [String] {
        let path = encoded.utf8.first == slash ? encoded.dropFirst() : encoded[...]
        let parts = path.utf8.split(separator: slash, maxSplits: limit, omittingEmptySubsequences: false)
        guard parts.count <= limit else { throw .tooManySegments(limit: limit) }
        var segments: [String] = []
        for part in parts {
            guard let segment = Substring(part).removingPercentEncoding else { throw .notText(encoded.quoted) }
            guard !segment.hasControlCharacter else { throw .controlCharacter(encoded.quoted) }
            let names = segment.utf8.split(omittingEmptySubsequences: false) { $0 == slash || $0 == backslash }
            guard !names.contains(where: { $0.elementsEqual("..".utf8) || $0.elementsEqual(".".utf8) }) else {
                throw .traversal(path: encoded.quoted)
            }
            segments.append(segment)
        }
        return segments
    }

    private static let slash = UInt8(ascii: "/")
    private static let backslash = UInt8(ascii: "\\")
}
