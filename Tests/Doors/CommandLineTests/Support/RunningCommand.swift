import Foundation
import TestSupport

/// A run of the command that has not been waited for.
///
/// Not Foundation's `Process`: that one takes the end of the command's children for the end of the command, which would hide
/// a child that is left behind, and starts it with the signals of its own thread blocked.
struct RunningCommand: Sendable {
    /// The variable that marks the command and the processes that it starts.
    private static let mark = "SWWEBVIEW_TEST_RUN"

    private let identifier: pid_t
    private let runIdentifier = UUID().uuidString
    private let streams: TemporaryFolder
    private let ended: Task<Int32, Never>

    init(
        _ arguments: [String], folder: URL, environment: [String: String], blocking: [Int32], ownGroup: Bool = false
    ) throws {
        streams = try TemporaryFolder()
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
        for (descriptor, name) in [(1, "output"), (2, "errors")] as [(Int32, String)] {
            let path = streams.url.appending(path: name).path
            posix_spawn_file_actions_addopen(&actions, descriptor, path, O_WRONLY | O_CREAT, 0o600)
        }
        // The descriptors of the tests that run beside this one would count against the command's limit.
        for descriptor in 3..<Self.endOfDescriptors { posix_spawn_file_actions_addclose(&actions, descriptor) }

        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        var blocked = sigset_t()
        sigemptyset(&blocked)
        for signal in blocking { sigaddset(&blocked, signal) }
        posix_spawnattr_setsigmask(&attributes, &blocked)
        posix_spawnattr_setpgroup(&attributes, 0)
        let group = ownGroup ? Int16(POSIX_SPAWN_SETPGROUP) : 0
        posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK) | group)

        // The function that changes the folder is not open to Swift; env becomes the command, under the same number.
        let arguments = ["/usr/bin/env", "-C", folder.path] + arguments
        let marked = environment.merging([Self.mark: runIdentifier]) { $1 }
        var identifier: pid_t = 0
        let status = Self.withStrings(arguments) { argumentPointers in
            Self.withStrings(marked.map { "\($0)=\($1)" }) { environmentPointers in
                posix_spawn(&identifier, arguments[0], &actions, &attributes, argumentPointers, environmentPointers)
            }
        }
        guard status == 0 else { throw CocoaError(.executableLoad, userInfo: [NSFilePathErrorKey: arguments[0]]) }
        self.identifier = identifier
        ended = Task { [identifier] in
            await withCheckedContinuation { continuation in
                // A thread of its own: the pool of tasks has one for each core.
                Thread.detachNewThread {
                    var status: Int32 = 0
                    while waitpid(identifier, &status, 0) < 0, errno == EINTR {}
                    let signal = status & 0x7F
                    continuation.resume(returning: signal == 0 ? (status >> 8) & 0xFF : -signal)
                }
            }
        }
    }

    /// A number above those of all descriptors, and of some that other threads may open now.
    private static var endOfDescriptors: Int32 {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd")) ?? []
        return (names.compactMap { Int32($0) }.max() ?? 3) + 64
    }

    func signal(_ number: Int32) { kill(identifier, number) }

    /// Signals the command's whole process group, which has to be its own.
    func signalGroup(_ number: Int32) { kill(-identifier, number) }

    /// Waits for the end. A test that runs out of time takes its command along.
    func result() async throws -> CommandResult {
        let status = await withTaskCancellationHandler {
            await ended.value
        } onCancel: {
            signal(SIGKILL)
        }
        try Task.checkCancellation()
        return CommandResult(status: status, output: try streams.text("output"), errors: try streams.text("errors"))
    }

    /// Returns the processes that this run started, also those whose parents have ended.
    func processes() -> [HeldProcess] {
        HeldProcess.all { $0.contains("\(Self.mark)=\(runIdentifier)") }
    }

    private static func withStrings<Result>(
        _ strings: [String], _ body: ([UnsafeMutablePointer<CChar>?]) -> Result
    ) -> Result {
        let pointers = strings.map { strdup($0) }
        defer { for pointer in pointers { free(pointer) } }
        return body(pointers + [nil])
    }
}
