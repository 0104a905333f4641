import Foundation
import Synchronization

/// Writes a recording of the calls and events between pages and their native half. Any thread.
///
/// Each line is written whole, so that a process that is killed leaves a recording that can be replayed.
public final class BridgeRecorder: Sendable {
    /// The file.
    public let path: String
    private let secrets: Set<String>
    private let descriptor: Int32
    private let start = ContinuousClock.now
    /// Whether writing has failed; nothing is written then, since a line would be missing.
    private let failure = Mutex<Int32>(0)

    /// Makes the file, or empties it.
    ///
    /// - Parameter secrets: the names of members whose values are left out, at any depth of bodies, answers and details.
    /// - Throws: ``NativeCallError`` where the file cannot be written, or another process records into it.
    public init(path: String, redacting secrets: Set<String> = []) throws(NativeCallError) {
        self.path = path
        self.secrets = secrets
        descriptor = open(path, O_WRONLY | O_CREAT | O_CLOEXEC | O_APPEND, 0o600)
        guard descriptor >= 0 else {
            throw NativeCallError("\(path) cannot be written: \(String(cString: strerror(errno)))")
        }
        guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {
            close(descriptor)
            throw NativeCallError("\(path): another process records into it")
        }
        // A pipe has no length.
        _ = ftruncate(descriptor, 0)
        put(BridgeRecord.header)
        if let error {
            close(descriptor)
            throw error
        }
    }

    deinit { close(descriptor) }

    /// Why the recording has ended early; nil while it goes on.
    public var error: NativeCallError? {
        let code = failure.withLock { $0 }
        return code == 0 ? nil : NativeCallError("\(path) cannot be written: \(String(cString: strerror(code)))")
    }

    func write(_ record: BridgeRecord) {
        put(record.line(time: start.duration(to: .now) / .milliseconds(1), redacting: secrets))
    }

    private func put(_ line: String) {
        failure.withLock { failure in
            guard failure == 0 else { return }
            var rest = Array(line.utf8)[...]
            while !rest.isEmpty {
                let count = rest.withUnsafeBytes { Foundation.write(descriptor, $0.baseAddress, $0.count) }
                if count < 0, errno == EINTR { continue }
                guard count > 0 else {
                    failure = errno
                    return
                }
                rest = rest.dropFirst(count)
            }
        }
    }
}
