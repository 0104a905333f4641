import Foundation
import ProcessFiles
import Synchronization

/// A writer of recordings of the calls and events between pages and their native half. Any thread.
///
/// The recorder writes whole lines, so that a recording is usable after the process was killed.
public final class BridgeRecorder: Sendable {
    /// The path of the file.
    public let path: String
    private let secrets: Set<String>
    private let descriptor: Int32
    private let start = ContinuousClock.now
    /// The error number of the first failed write; 0 for none. The recorder writes no lines after a failure, so that no line is
    /// missing in between.
    private let failure = Mutex<Int32>(0)
    private let lastCall = Mutex(0)

    /// Creates the file, or empties an existing one.
    ///
    /// - Parameter secrets: The names of the members whose values are removed, at any depth of bodies, answers and details.
    /// - Throws: ``NativeCallError`` where the file cannot be written, or another process records into it.
    public init(path: String, redacting secrets: Set<String> = []) throws(NativeCallError) {
        self.path = path
        self.secrets = secrets
        do throws(CocoaError) { descriptor = try PrivateFiles.open(path, O_APPEND) } catch {
            throw NativeCallError("\(path) cannot be written: \(error.reason)")
        }
        guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {
            close(descriptor)
            throw NativeCallError("\(path): another process records into it")
        }
        // Ignore the result: a pipe cannot be truncated.
        _ = ftruncate(descriptor, 0)
        put(BridgeRecord.header)
        if let error {
            close(descriptor)
            throw error
        }
    }

    deinit { close(descriptor) }

    /// The error that ended the recording early; nil for none.
    public var error: NativeCallError? {
        let code = failure.withLock { $0 }
        return code == 0 ? nil : NativeCallError("\(path) cannot be written: \(String(cString: strerror(code)))")
    }

    /// Returns the number of a new call. The calls of all pages have different numbers.
    func newNumber() -> Int {
        lastCall.withLock { last in
            last += 1
            return last
        }
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
