import Foundation

/// Tells when files below folders change. Main actor only. Source: inotify(7)
@MainActor
package final class FileChanges {
    /// The folders that tools write while they work, and that no page loads.
    private static let ignored: Set<String> = ["node_modules", "__pycache__"]
    /// A build writes many files: they are one change.
    private static let pause = DispatchTimeInterval.milliseconds(80)
    private static let events = UInt32(
        IN_CLOSE_WRITE | IN_MOVED_TO | IN_MOVED_FROM | IN_DELETE | IN_CREATE | IN_ONLYDIR | IN_EXCL_UNLINK)

    private let descriptor: Int32
    private let source: any DispatchSourceRead
    private let changed: @MainActor (Set<String>) -> Void
    private var paths: Set<String> = []
    private var hasOverflowed = false
    private var folders: [Int32: URL] = [:]
    private var timer: (any DispatchSourceTimer)?

    /// Calls `changed` once after files were written, made, moved or removed, in folders that come later as well.
    ///
    /// - Parameter changed: the closure that receives the paths of the files; an empty set where the system did not tell all.
    /// - Throws: ``FileChangesError`` when the system watches no more folders.
    package init(in folders: [URL], changed: @escaping @MainActor (_ paths: Set<String>) -> Void)
        throws(FileChangesError)
    {
        descriptor = inotify_init1(Int32(IN_NONBLOCK) | Int32(IN_CLOEXEC))
        guard descriptor >= 0 else { throw FileChangesError(folder: folders.first?.path ?? "", code: errno) }
        self.changed = changed
        source = DispatchSource.makeReadSource(fileDescriptor: descriptor, queue: .main)
        source.setEventHandler { [weak self] in MainActor.assumeIsolated { self?.read() } }
        source.setCancelHandler { [descriptor] in close(descriptor) }
        source.resume()
        for folder in folders { try watch(folder) }
    }

    isolated deinit {
        timer?.cancel()
        source.cancel()
    }

    private func watch(_ folder: URL) throws(FileChangesError) {
        let identifier = inotify_add_watch(descriptor, folder.path, Self.events)
        guard identifier >= 0 else {
            // Gone again, or not to be read: neither is loaded.
            if [ENOENT, ENOTDIR, EACCES].contains(errno) { return }
            throw FileChangesError(folder: folder.path, code: errno)
        }
        folders[identifier] = folder
        let keys: [URLResourceKey] = [.isDirectoryKey, .isSymbolicLinkKey]
        let content = try? FileManager.default.contentsOfDirectory(
            at: folder, includingPropertiesForKeys: keys, options: .skipsHiddenFiles)
        for entry in content ?? [] where !Self.ignored.contains(entry.lastPathComponent) {
            let values = try? entry.resourceValues(forKeys: Set(keys))
            if values?.isDirectory == true, values?.isSymbolicLink != true { try watch(entry) }
        }
    }

    private func read() {
        var buffer = [UInt8](repeating: 0, count: 64 * 1024)
        var isOfInterest = false
        while true {
            let length = buffer.withUnsafeMutableBytes { Foundation.read(descriptor, $0.baseAddress, $0.count) }
            guard length > 0 else { break }
            var offset = 0
            while offset + MemoryLayout<inotify_event>.size <= length {
                let event = buffer.withUnsafeBytes {
                    $0.loadUnaligned(fromByteOffset: offset, as: inotify_event.self)
                }
                let start = offset + MemoryLayout<inotify_event>.size
                let name = String(decoding: buffer[start..<start + Int(event.len)].prefix { $0 != 0 }, as: UTF8.self)
                offset = start + Int(event.len)
                if handle(event, name) { isOfInterest = true }
            }
        }
        if isOfInterest { schedule() }
    }

    private func handle(_ event: inotify_event, _ name: String) -> Bool {
        if event.mask & UInt32(IN_IGNORED) != 0 {
            folders[event.wd] = nil
            return false
        }
        if event.mask & UInt32(IN_Q_OVERFLOW) != 0 {
            hasOverflowed = true
            return true
        }
        guard let folder = folders[event.wd], !Self.isHidden(name), !Self.ignored.contains(name) else { return false }
        paths.insert(folder.appendingPathComponent(name).path)
        guard event.mask & UInt32(IN_ISDIR) != 0 else {
            // A new file is reported once it has been written.
            return event.mask & UInt32(IN_CREATE) == 0
        }
        if event.mask & UInt32(IN_CREATE | IN_MOVED_TO) != 0 {
            // A folder that cannot be watched is skipped; the preview goes on.
            try? watch(folder.appendingPathComponent(name, isDirectory: true))
        }
        return true
    }

    /// Returns whether pages do not depend on a file, by its name. Compiled scripts depend on the files `.env`.
    private static func isHidden(_ name: String) -> Bool { name.hasPrefix(".") && !name.hasPrefix(".env") }

    private func tell() {
        let told = hasOverflowed ? [] : paths
        (paths, hasOverflowed) = ([], false)
        changed(told)
    }

    private func schedule() {
        timer?.cancel()
        let timer = DispatchSource.makeTimerSource(queue: .main)
        timer.schedule(deadline: .now() + Self.pause)
        timer.setEventHandler { [weak self] in MainActor.assumeIsolated { self?.tell() } }
        timer.resume()
        self.timer = timer
    }
}

/// Why files cannot be watched.
public struct FileChangesError: Error, CustomStringConvertible {
    let folder: String
    let code: Int32

    /// A message that says what happened and what to do.
    public var description: String {
        code == ENOSPC
            ? "--watch: the system watches no more folders below \(folder). Raise fs.inotify.max_user_watches, or name a smaller --root."
            : "--watch: \(folder) cannot be watched: \(String(cString: strerror(code)))."
    }
}
