import Foundation

/// What one session needs on disk, in a folder that nobody else can read. It goes with this.
final class SessionFolder: Sendable {
    private let path: String

    var optionsFile: String { path + "/options.yaml" }
    var socket: String { path + "/host" }

    /// - Throws: ``WebDriverError`` when there is no place for it.
    init(options: SessionOptions) throws(WebDriverError) {
        // Of long paths there are no sockets.
        let wanted = FileManager.default.temporaryDirectory.path
        let parent = wanted.utf8.count + 32 > FrameSocket.longestPath ? "/tmp" : wanted
        var template = Array((parent + "/swwebview-session-XXXXXX").utf8CString)
        guard mkdtemp(&template) != nil else {
            let reason = String(cString: strerror(errno))
            throw WebDriverError(.sessionNotCreated, "no folder can be made in \(parent): \(reason)")
        }
        path = template.withUnsafeBufferPointer { $0.baseAddress.map { String(cString: $0) } ?? "" }
        guard FileManager.default.createFile(atPath: optionsFile, contents: options.file) else {
            throw WebDriverError(.sessionNotCreated, "\(optionsFile) cannot be written")
        }
    }

    deinit { remove() }

    func remove() { try? FileManager.default.removeItem(atPath: path) }

    /// Removes the folder of a socket, for a driver that had no time for it.
    static func remove(ofSocket path: String) {
        let folder = (path as NSString).deletingLastPathComponent
        for name in ["host", "options.yaml"] { unlink(folder + "/" + name) }
        // Not what others may have put there.
        rmdir(folder)
    }
}
