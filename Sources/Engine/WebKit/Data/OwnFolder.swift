import Foundation
import ProcessFiles

#if canImport(Glibc)
    import Glibc
#endif

/// Folders that only this user can write, each with one file. Processes share them; nobody removes them, so that a process which is
/// killed leaves nothing that was not there before.
enum OwnFolder {
    /// Returns the folder that has a file with these contents, after making it if need be.
    ///
    /// The name of the folder depends on the contents and the user. A folder of that name that is another user's is not used.
    static func holding(_ contents: Data, as name: String, in base: URL) throws(ProcessExtensionError) -> URL {
        let folder = base.appending(path: "swwebview-\(getuid())-\(String(digest(contents), radix: 36))")
        let file = folder.appending(path: name)
        try? PrivateFiles.makeNewFolder(folder)
        guard isOwn(folder) else { throw .noFolder(folder.path) }
        if (try? Data(contentsOf: file)) != contents {
            // WebKit loads every file whose name ends in `.so`, and the unfinished file has another ending.
            guard (try? PrivateFiles.replace(file, with: contents)) != nil else {
                throw .noFolder(folder.path)
            }
        }
        return folder
    }

    /// Whether a path is a folder, no link to one, that only this user can write.
    private static func isOwn(_ folder: URL) -> Bool {
        var facts = stat()
        return lstat(folder.path, &facts) == 0 && facts.st_mode & S_IFMT == S_IFDIR && facts.st_uid == getuid()
            && facts.st_mode & 0o022 == 0
    }

    /// FNV-1a, which tells versions apart.
    private static func digest(_ contents: Data) -> UInt64 {
        contents.withUnsafeBytes { bytes in
            var digest: UInt64 = 0xcbf2_9ce4_8422_2325
            for byte in bytes { digest = (digest ^ UInt64(byte)) &* 0x100_0000_01b3 }
            return digest
        }
    }
}
