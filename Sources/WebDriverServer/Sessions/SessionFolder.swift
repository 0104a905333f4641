import Foundation
import ProcessFiles

/// The files that one session needs until its browser has started, in a folder that no other user can read.
///
/// The folder is removed with this object. Where driver and browser are killed first, the next session of any driver removes it.
final class SessionFolder: Sendable {
    private let folder: TemporaryFolder

    var optionsFile: String { folder.url.appending(path: "options.yaml").path }
    var socket: String { folder.url.appending(path: "host").path }

    /// - Throws: ``WebDriverError`` when there is no place for it.
    init(options: SessionOptions) throws(WebDriverError) {
        // Of long paths there are no sockets.
        let wanted = FileManager.default.temporaryDirectory.resolvingSymlinksInPath().path
        let parent = wanted.utf8.count + 32 > FrameSocket.longestPath ? "/tmp" : wanted
        do throws(CocoaError) { folder = try TemporaryFolder(prefix: "swwebview-session-", in: parent) } catch {
            throw WebDriverError(.sessionNotCreated, "no folder can be made in \(parent): \(error.reason)")
        }
        do throws(CocoaError) { try PrivateFiles.write(options.file, to: URL(filePath: optionsFile)) } catch {
            throw WebDriverError(.sessionNotCreated, "\(optionsFile) cannot be written: \(error.reason)")
        }
    }

    func remove() { folder.remove() }

    /// Removes the folder of a socket, for a driver that had no time for it.
    static func remove(ofSocket path: String) {
        TemporaryFolder.remove(left: (path as NSString).deletingLastPathComponent)
    }
}
