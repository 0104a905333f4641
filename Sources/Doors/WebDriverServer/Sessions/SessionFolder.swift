import Foundation
import ProcessFiles

/// Files of one session, in a folder that no other user can read: those that its browser needs to start, or those that its client uploads.
///
/// The folder is removed with this object. Where driver and browser are killed first, the next session of any driver removes it.
final class SessionFolder: Sendable {
    private let folder: TemporaryFolder

    var optionsFile: String { folder.url.appending(path: "options.yaml").path }
    var socket: String { folder.url.appending(path: "host").path }

    /// An empty folder.
    ///
    /// - Throws: ``WebDriverError`` when there is no place for it.
    init() throws(WebDriverError) {
        // Of long paths there are no sockets.
        let wanted = FileManager.default.temporaryDirectory.resolvingSymlinksInPath().path
        let parent = wanted.utf8.count + 32 > FrameSocket.longestPath ? "/tmp" : wanted
        do throws(CocoaError) { folder = try TemporaryFolder(prefix: "swwebview-session-", in: parent) } catch {
            throw WebDriverError(.sessionNotCreated, "no folder can be made in \(parent): \(error.reason)")
        }
    }

    /// The folder of a browser that starts.
    ///
    /// - Throws: ``WebDriverError`` when there is no place for it.
    convenience init(options: SessionOptions) throws(WebDriverError) {
        try self.init()
        do throws(CocoaError) { try PrivateFiles.write(options.file, to: URL(filePath: optionsFile)) } catch {
            throw WebDriverError(.sessionNotCreated, "\(optionsFile) cannot be written: \(error.reason)")
        }
    }

    /// Writes a file that keeps its name: uploads of one name have folders of their own.
    ///
    /// - Returns: the file's path.
    /// - Throws: ``WebDriverError`` with the system's reason.
    func add(_ contents: Data, named name: String) throws(WebDriverError) -> String {
        let own = folder.url.appending(path: UUID().uuidString, directoryHint: .isDirectory)
        let file = own.appending(path: name, directoryHint: .notDirectory)
        do throws(CocoaError) {
            try PrivateFiles.makeNewFolder(own)
            try PrivateFiles.write(contents, to: file)
        } catch {
            throw WebDriverError(.unknownError, "\(file.path) cannot be written: \(error.reason)")
        }
        return file.path(percentEncoded: false)
    }

    func remove() { folder.remove() }

    /// Removes the folder of a socket, for a driver that had no time for it.
    static func remove(ofSocket path: String) {
        TemporaryFolder.remove(left: (path as NSString).deletingLastPathComponent)
    }
}
