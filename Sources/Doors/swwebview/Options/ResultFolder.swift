import Foundation
import ProcessFiles

/// A folder for the results of a run.
enum ResultFolder {
    /// Makes the folder before the run, so that a run that fails does not lose its results in the end.
    ///
    /// - Throws: ``UsageError`` for a folder that cannot be written.
    static func make(_ path: String, _ option: String) throws -> URL {
        let folder = URL(fileURLWithPath: path, isDirectory: true)
        do {
            guard !path.isEmpty else { throw CocoaError.posix(ENOENT, path) }
            try PrivateFiles.makeFolder(folder)
            guard access(folder.path, W_OK) == 0 else { throw CocoaError.posix(EACCES, path) }
        } catch {
            throw UsageError("\(option): “\(path)” cannot be written: \(error.fileReason). Name a folder of yours.")
        }
        return folder
    }
}

/// A file for the results of a run.
enum ResultFile {
    /// Makes the file before the run, empty. Its folder must be there.
    ///
    /// - Throws: ``UsageError`` with the reason.
    @discardableResult
    static func make(_ path: String, _ option: String) throws -> FileHandle {
        do throws(CocoaError) { return try PrivateFiles.create(path) } catch {
            let folder = URL(fileURLWithPath: path).deletingLastPathComponent()
            let isThere = FileManager.default.fileExists(atPath: folder.path)
            let advice = isThere ? "" : " Make the folder \(folder.relativePath) first."
            throw UsageError("\(option): \(path) cannot be written: \(error.reason).\(advice)")
        }
    }
}
