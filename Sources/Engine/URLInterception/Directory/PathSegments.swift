import Foundation

/// The path of an address, as names of files. Whatever could leave the folder is refused, never repaired.
struct PathSegments: Equatable {
    var names: [String]
    /// Whether the address names a folder: it ends in a slash, or is empty.
    var isFolder: Bool

    /// Reads a percent-encoded path; `nil` when a segment is `..`, or has a slash, backslash or NUL, or is not UTF-8.
    init?(percentEncodedPath path: String) {
        names = []
        isFolder = path.isEmpty || path.hasSuffix("/")
        for segment in path.split(separator: "/") {
            guard let name = segment.removingPercentEncoding, name != "..",
                !name.utf8.contains(where: { $0 == 0 || $0 == UInt8(ascii: "/") || $0 == UInt8(ascii: "\\") })
            else { return nil }
            guard name != "." else { continue }
            names.append(name)
        }
    }

    var relativePath: String { names.joined(separator: "/") }
}
