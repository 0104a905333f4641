public import Foundation
import ProcessFiles

/// The app's files, in folders such as `Documents`. Pages see URLs of a phone, never paths of this machine.
@MainActor
public final class PhoneFiles {
    /// The folder of the files on this machine.
    public let root: URL
    /// The folder of the phone's files and preferences.
    let base: URL
    private let isTemporary: Bool

    /// The path on the phone that pages see in place of ``root``.
    nonisolated static let home = "/var/mobile/Containers/Data/Application/00000000-0000-0000-0000-000000000000"

    /// Makes files in a temporary folder. The first file creates the folder.
    init() {
        base = TemporaryFolder.processPlace.appendingPathComponent("phone-\(UUID().uuidString)")
        root = base.appendingPathComponent("files")
        isTemporary = true
    }

    /// Makes files in a folder, which no other process may use.
    init(folder: URL) throws {
        base = folder.resolvingSymlinksInPath()
        root = base.appendingPathComponent("files")
        isTemporary = false
        PrivateFiles.removeUnfinished(in: base)
        try PrivateFiles.claim(base, for: ["files", PhonePreferences.fileName])
        try prepare()
    }

    /// Creates the folder and the folders that each app has. Other users can't read them.
    func prepare() throws {
        // Not once the process ends.
        if isTemporary { _ = try TemporaryFolder.ofProcess() }
        for folder in [""] + Self.fixedFolders { try PrivateFiles.makeFolder(root.appendingPathComponent(folder)) }
    }

    /// Returns a new place beside the app's files, where no page sees it. A phone removes what a killed process has left there.
    func spare() -> URL { PrivateFiles.unfinishedPlace(in: base) }

    /// The folders that each app has.
    nonisolated static let fixedFolders = ["Documents", "Library", "Library/Caches", "Library/NoCloud", "tmp"]

    deinit { if isTemporary { try? FileManager.default.removeItem(at: base) } }

    /// The folders, by the names of Capacitor's `Directory`: `FilesystemPlugin.swift`.
    nonisolated static let folders = [
        "DOCUMENTS": "Documents", "DATA": "Documents", "LIBRARY": "Library", "CACHE": "Library/Caches",
        "EXTERNAL": "Documents", "EXTERNAL_STORAGE": "Documents", "TEMPORARY": "tmp",
        "LIBRARY_NO_CLOUD": "Library/NoCloud",
    ]

    /// Returns the location of a path on this machine. Neither `..` nor a symbolic link can leave ``root``.
    ///
    /// - Parameters:
    ///   - path: a path relative to the directory, or a `file://` URL or absolute path that a page has received.
    ///   - directory: a name of Capacitor's `Directory`; nil for an absolute path.
    /// - Throws: ``NativeCallError`` for a path outside the app's files.
    func place(of path: String, in directory: String?) throws -> URL {
        var relative = path
        if let directory {
            guard let folder = Self.folders[directory] else { throw NativeCallError("Invalid directory: \(directory)") }
            relative = "\(folder)/\(path)"
        } else {
            let absolute = path.hasPrefix("file://") ? URL(string: path)?.path(percentEncoded: false) ?? path : path
            guard absolute.hasPrefix(Self.home + "/") else { throw NativeCallError("\(path) is not a file of the app") }
            relative = String(absolute.dropFirst(Self.home.count + 1))
        }
        let names = relative.split(separator: "/").filter { $0 != "." }
        guard !names.contains(".."), !relative.contains("\0") else {
            throw NativeCallError("\(path) leads out of the app's files")
        }
        try prepare()
        var place = root
        for name in names {
            place.appendPathComponent(String(name))
            // Refuse every symbolic link, because the target may be outside, and may appear later.
            if (try? FileManager.default.destinationOfSymbolicLink(atPath: place.path)) != nil {
                throw NativeCallError("\(path) leads out of the app's files")
            }
        }
        return place
    }

    /// Returns the URL that pages see for a location on this machine.
    func address(of place: URL) -> String {
        let relative = place.path.dropFirst(root.path.count)
        let path = Self.home + relative
        return "file://" + (path.addingPercentEncoding(withAllowedCharacters: .urlPathAllowed) ?? path)
    }
}
