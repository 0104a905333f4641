import CPlatform
import Foundation

/// A process that a ``Program`` runs in, a child of this process. Any thread.
package final class ChildProcess: Sendable {
    /// This process's end of the pipe to the standard input; nil where that is no pipe.
    package let input: FileHandle?
    /// This process's end of the pipe from the standard output; nil where that is no pipe.
    package let output: FileHandle?
    private let identifier: pid_t
    private let watch: ProcessWatch

    init(_ program: Program, signalAtEnd: Int32) throws(POSIXError) {
        let input = try StreamEnds(program.input, number: STDIN_FILENO)
        defer { input.closeChildsEnd() }
        let output = try StreamEnds(program.output, number: STDOUT_FILENO)
        defer { output.closeChildsEnd() }
        let identifier = try program.launch(input: input.childs, output: output.childs, signalAtEnd: signalAtEnd)
        let descriptor = ccp_watch(identifier)
        guard descriptor >= 0 else {
            Glibc.kill(identifier, SIGKILL)
            _ = ccp_reap(identifier)
            throw POSIXError(negated: descriptor)
        }
        self.input = input.own
        self.output = output.own
        self.identifier = identifier
        watch = ProcessWatch(descriptor: descriptor) { ccp_reap(identifier) }
    }

    /// Waits for the end and returns the exit code, or minus the number of the signal that ended the process.
    package func ended() async -> Int32 {
        await watch.ended()
        return watch.status
    }

    /// Whether the process has ended.
    package var hasEnded: Bool { watch.hasEnded }

    /// Ends the process at once, unless it has ended.
    package func kill() { watch.send(SIGKILL) }

    /// Ends the process and those that it started in its group at once, unless it has ended.
    package func killGroup() { watch.ifRunning { Glibc.kill(-identifier, SIGKILL) } }

    /// Asks the process to end, unless it has ended.
    package func terminate() { watch.send(SIGTERM) }
}

/// The two ends of a standard stream of a child.
private struct StreamEnds {
    /// The descriptor that the child gets a copy of.
    let childs: Int32
    /// This process's end, where the stream is a pipe.
    let own: FileHandle?

    init(_ stream: Program.Stream, number: Int32) throws(POSIXError) {
        switch stream {
        case .null: (childs, own) = (Int32(CCP_NONE), nil)
        case .inherited: (childs, own) = (number, nil)
        case .errors: (childs, own) = (STDERR_FILENO, nil)
        case .pipe:
            var (reading, writing): (Int32, Int32) = (0, 0)
            let result = ccp_pipe(&reading, &writing)
            guard result == 0 else { throw POSIXError(negated: result) }
            let isInput = number == STDIN_FILENO
            childs = isInput ? reading : writing
            own = FileHandle(fileDescriptor: isInput ? writing : reading, closeOnDealloc: true)
        }
    }

    /// Closes the child's end of a pipe in this process, which would otherwise hide the child's end of the stream.
    func closeChildsEnd() { if own != nil { close(childs) } }
}
