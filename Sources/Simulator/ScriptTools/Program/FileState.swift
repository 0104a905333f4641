import Foundation
import Glibc

/// The facts that show whether a file has changed.
struct FileState: Hashable, Sendable, Codable {
    var size: Int
    var seconds: Int
    var nanoseconds: Int
    var inode: UInt64

    /// Returns the state of a file; nil for a missing file and for a folder.
    init?(of path: String) {
        var facts = stat()
        guard stat(path, &facts) == 0, facts.st_mode & S_IFMT == S_IFREG else { return nil }
        size = Int(facts.st_size)
        seconds = facts.st_mtim.tv_sec
        nanoseconds = facts.st_mtim.tv_nsec
        inode = UInt64(facts.st_ino)
    }
}

/// The states of files at one time. A missing file has the state nil.
struct FileStates: Sendable, Codable {
    private(set) var known: [String: FileState?] = [:]

    init(of paths: some Sequence<String>) {
        for path in paths { known[path] = .some(FileState(of: path)) }
    }

    /// Whether no file has changed since.
    var areCurrent: Bool { known.allSatisfy { FileState(of: $0.key) == $0.value } }

    /// Returns whether a file has not changed since.
    func isCurrent(_ path: String) -> Bool { known[path].map { $0 == FileState(of: path) } ?? false }

    var paths: [String] { known.keys.sorted() }
}

/// Paths as texts.
enum FilePath {
    /// Returns the absolute form of a path, without `.` and `..`.
    static func joined(_ folder: String, _ path: String) -> String {
        var parts: [Substring] = []
        for part in (path.hasPrefix("/") ? path : folder + "/" + path).split(separator: "/") where part != "." {
            if part == ".." { _ = parts.popLast() } else { parts.append(part) }
        }
        return "/" + parts.joined(separator: "/")
    }

    /// Returns the folder of a path.
    static func folder(of path: String) -> String {
        let folder = path[..<(path.lastIndex(of: "/") ?? path.startIndex)]
        return folder.isEmpty ? "/" : String(folder)
    }
}
