import Foundation

/// A process that is given lines on its standard input and answers with lines on its standard output.
///
/// Not Foundation's `Process`: that one takes the end of a process's children for the end of the process, and blocks its signals.
final class LineProcess: Sendable {
    /// The lines that the process prints, and at the end its status.
    enum Output: Sendable {
        case line(String)
        /// The exit code, or minus the number of the signal that ended it.
        case ended(status: Int32)
    }

    let output: AsyncStream<Output>
    private let identifier: pid_t
    private let input: FileHandle

    /// Starts a program, in a process group of its own: a terminal's Ctrl-C is for the process that started it.
    ///
    /// - Throws: `POSIXError` when it cannot be started.
    init(_ executable: String, _ arguments: [String]) throws {
        let (commands, lines) = (try Self.pipe(), try Self.pipe())
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_adddup2(&actions, commands.read, 0)
        posix_spawn_file_actions_adddup2(&actions, lines.write, 1)
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        posix_spawnattr_setpgroup(&attributes, 0)
        posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETPGROUP))
        let pointers = ([executable] + arguments).map { strdup($0) } + [nil]
        defer { for pointer in pointers { free(pointer) } }
        var identifier: pid_t = 0
        let status = posix_spawn(&identifier, executable, &actions, &attributes, pointers, environ)
        close(commands.read)
        close(lines.write)
        guard status == 0 else {
            close(commands.write)
            close(lines.read)
            throw POSIXError(POSIXErrorCode(rawValue: status) ?? .EIO)
        }
        self.identifier = identifier
        input = FileHandle(fileDescriptor: commands.write, closeOnDealloc: true)
        output = Self.read(lines.read, of: identifier)
    }

    /// Writes a line; nothing when the process has ended, which ``output`` tells.
    func send(_ line: String) { try? input.write(contentsOf: Data((line + "\n").utf8)) }

    /// Tells the process that nothing more will come.
    func closeInput() { try? input.close() }

    /// Ends the process at once.
    func kill() { Glibc.kill(identifier, SIGKILL) }

    /// Reads in a thread of its own, which also waits for the end.
    private static func read(_ descriptor: Int32, of process: pid_t) -> AsyncStream<Output> {
        let (output, continuation) = AsyncStream.makeStream(of: Output.self)
        Thread.detachNewThread {
            DescriptorLines.forEachLine(of: descriptor) { continuation.yield(.line($0)) }
            close(descriptor)
            var status: Int32 = 0
            while waitpid(process, &status, 0) < 0, errno == EINTR {}
            let signal = status & 0x7F
            continuation.yield(.ended(status: signal == 0 ? (status >> 8) & 0xFF : -signal))
            continuation.finish()
        }
        return output
    }

    /// A pipe that no other child gets: one that held the end of a worker's would hide the worker's end.
    private static func pipe() throws -> (read: Int32, write: Int32) {
        var ends: [Int32] = [0, 0]
        guard Glibc.pipe(&ends) == 0 else { throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EMFILE) }
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        return (ends[0], ends[1])
    }
}

/// Reads lines from a descriptor, in the thread that calls.
package enum DescriptorLines {
    /// Calls `body` with each line, without its end, until the other side closes.
    package static func forEachLine(of descriptor: Int32, _ body: (String) -> Void) {
        var pending = Data()
        var buffer = [UInt8](repeating: 0, count: 1 << 16)
        while true {
            let count = Glibc.read(descriptor, &buffer, buffer.count)
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { return }
            pending.append(contentsOf: buffer[..<count])
            while let end = pending.firstIndex(of: UInt8(ascii: "\n")) {
                body(String(decoding: pending[..<end], as: UTF8.self))
                pending = pending[(end + 1)...]
            }
            pending = Data(pending)
        }
    }
}
