import Foundation
import ProcessFiles

/// A move or a copy of a file or a folder of the app.
///
/// Everything is checked before anything changes. A transfer that fails leaves all as it was. The end of the process can lose a file
/// that a folder replaces.
enum FileTransfer: String {
    case move = "moved"
    case copy = "copied"
}

extension PhoneFiles {
    /// Moves or copies a file or a folder to a place, where it replaces a file. A folder that moves replaces an empty folder, too.
    ///
    /// - Throws: `CocoaError` with the codes of `FileManager`: `fileNoSuchFile` for a missing item or a missing folder around the place,
    ///   `fileWriteFileExists` for a folder in the place, `fileWriteInvalidFileName` for a place inside the item,
    ///   `fileWriteNoPermission` for a folder that each app has.
    func transfer(_ transfer: FileTransfer, _ item: URL, to place: URL) throws {
        let isFolder = try check(transfer, item, to: place)
        var source = item
        if transfer == .copy {
            source = spare()
            do { try FileManager.default.copyItem(at: item, to: source) } catch {
                try? FileManager.default.removeItem(at: source)
                throw error
            }
        }
        do {
            if isFolder, Self.isFolder(place) == false {
                try Self.rename(source, to: place, keeping: spare())
            } else {
                try Self.rename(source, to: place)
            }
        } catch {
            if transfer == .copy { try? FileManager.default.removeItem(at: source) }
            throw error
        }
    }

    /// Checks a transfer, and returns whether the item is a folder.
    private func check(_ transfer: FileTransfer, _ item: URL, to place: URL) throws(CocoaError) -> Bool {
        guard let isFolder = Self.isFolder(item), Self.isFolder(place.deletingLastPathComponent()) == true else {
            throw CocoaError(.fileNoSuchFile)
        }
        // Also the root, whose name is its own.
        guard !(place.path + "/").hasPrefix(item.path + "/") else { throw CocoaError(.fileWriteInvalidFileName) }
        guard transfer == .copy || !isFixed(item), !isFixed(place) else { throw CocoaError(.fileWriteNoPermission) }
        if Self.isFolder(place) == true {
            let isEmpty = (try? FileManager.default.contentsOfDirectory(atPath: place.path).isEmpty) == true
            guard transfer == .move, isFolder, isEmpty else { throw CocoaError(.fileWriteFileExists) }
        }
        return isFolder
    }

    /// Returns whether a place is a folder that each app has, which on iOS an app cannot replace.
    private func isFixed(_ place: URL) -> Bool {
        place.path == root.path || Self.fixedFolders.contains { root.appending(path: $0).path == place.path }
    }

    /// Returns whether a place has a folder; nil where it has nothing.
    static func isFolder(_ place: URL) -> Bool? {
        var facts = stat()
        return lstat(place.path, &facts) == 0 ? facts.st_mode & S_IFMT == S_IFDIR : nil
    }

    private static func rename(_ source: URL, to place: URL) throws(CocoaError) {
        guard Glibc.rename(source.path, place.path) == 0 else { throw .posix(errno, place.path) }
    }

    /// Renames a folder to the name of a file, which has another name meanwhile.
    private static func rename(_ source: URL, to place: URL, keeping kept: URL) throws(CocoaError) {
        try rename(place, to: kept)
        do throws(CocoaError) { try rename(source, to: place) } catch {
            try rename(kept, to: place)
            throw error
        }
        unlink(kept.path)
    }
}
