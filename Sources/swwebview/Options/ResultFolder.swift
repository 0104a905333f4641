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
            guard !path.isEmpty else { throw CocoaError(.fileNoSuchFile) }
            try PrivateFiles.makeFolder(folder)
            guard access(folder.path, W_OK) == 0 else { throw CocoaError(.fileWriteNoPermission) }
        } catch {
            throw UsageError("\(option): “\(path)” cannot be written. Name a folder of yours.")
        }
        return folder
    }
}
