import ChildProcesses
import Foundation
import ProcessFiles

/// A process that is given lines on its standard input and answers with lines on its standard output.
final class LineProcess: Sendable {
    /// The lines that the process prints, and at the end its status.
    enum Output: Sendable {
        case line(String)
        /// The exit code, or minus the number of the signal that ended it.
        case ended(status: Int32)
    }

    let output: AsyncStream<Output>
    private let process: ChildProcess

    /// Starts a program.
    ///
    /// - Throws: `POSIXError` when it cannot be started.
    init(_ executable: String, _ arguments: [String]) throws {
        // A process that is killed removes none of its temporary files. These are inside the folder of this one.
        var environment = ProcessInfo.processInfo.environment
        environment["TMPDIR"] = try TemporaryFolder.ofProcess().path
        process = try Program(
            path: executable, arguments: arguments, environment: environment, input: .pipe, output: .pipe
        ).start()
        output = Self.read(process)
    }

    /// Writes a line; nothing when the process has ended, which ``output`` tells.
    func send(_ line: String) { try? process.input?.write(contentsOf: Data((line + "\n").utf8)) }

    /// Tells the process that nothing more will come.
    func closeInput() { try? process.input?.close() }

    /// Ends the process at once.
    func kill() { process.kill() }

    /// Reads in a thread of its own until the output is closed, and then waits for the end.
    private static func read(_ process: ChildProcess) -> AsyncStream<Output> {
        let (output, continuation) = AsyncStream.makeStream(of: Output.self)
        Thread.detachNewThread {
            if let lines = process.output {
                DescriptorLines.forEachLine(of: lines.fileDescriptor) { continuation.yield(.line($0)) }
                try? lines.close()
            }
            Task {
                continuation.yield(.ended(status: await process.ended()))
                continuation.finish()
            }
        }
        return output
    }
}
