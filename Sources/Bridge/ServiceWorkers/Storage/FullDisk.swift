import Foundation
import GRDB

/// Tells failures of a full disk from others.
enum FullDisk {
    /// Less than this many free bytes is full: SQLite asks for 32 KiB at a time.
    private static let leastFree: UInt64 = 64 << 10

    /// Returns whether a database has failed because its disk, or what the process may write of it, is used up.
    static func hasCaused(_ error: any Error, in folder: URL?) -> Bool {
        guard let code = (error as? DatabaseError)?.resultCode else { return false }
        switch code {
        case .SQLITE_FULL: return true
        // SQLite reports a file that cannot grow in several ways; none of them says why.
        case .SQLITE_IOERR, .SQLITE_CANTOPEN: return folder.map { isFull($0) } ?? false
        default: return false
        }
    }

    private static func isFull(_ folder: URL) -> Bool {
        var facts = statvfs()
        guard statvfs(folder.path, &facts) == 0 else { return false }
        return UInt64(facts.f_bavail) * UInt64(facts.f_frsize) < leastFree || facts.f_favail == 0 && facts.f_files > 0
    }
}

extension ServiceWorkerStorage {
    /// Returns the error that a page should see: a full disk is a quota that is exceeded.
    func explained(_ error: any Error) -> any Error {
        guard FullDisk.hasCaused(error, in: folder) else { return error }
        let place = folder.map { "of the storage folder \($0.path)" } ?? "for temporary files"
        return ServiceWorkerError(.quotaExceededError, "The disk \(place) is full.")
    }
}
