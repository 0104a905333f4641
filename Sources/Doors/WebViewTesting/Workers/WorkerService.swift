import Foundation
import HTTPMessages

/// The other side of a ``WorkerProcess``: runs the pages that its standard input names, and tells on its standard output.
@MainActor
package enum WorkerService {
    /// Runs pages until standard input ends. What anything else prints on standard output goes to standard error.
    package static func run(options: PageSuiteOptions) async {
        // Of this process alone: WebKit's processes would keep the pipe open.
        let output = FileHandle(fileDescriptor: fcntl(STDOUT_FILENO, F_DUPFD_CLOEXEC, 3), closeOnDealloc: false)
        dup2(STDERR_FILENO, STDOUT_FILENO)
        let executor = LocalExecutor(options: options)
        for await command in commands() {
            switch command {
            case .stop: executor.stop()
            case .prepare(let pages): executor.prepare(pages)
            case .run(let page, let attempt):
                Task { @MainActor in
                    let tell = { (event: RunEvent) in _ = try? output.write(contentsOf: Data((event.line + "\n").utf8))
                    }
                    let result = await executor.run(page, attempt: attempt) { event in
                        if case .pageFinished = event { return }
                        tell(event)
                    }
                    tell(.pageFinished(result))
                }
            }
        }
    }

    private static func commands() -> AsyncStream<WorkerCommand> {
        let (commands, continuation) = AsyncStream.makeStream(of: WorkerCommand.self)
        Thread.detachNewThread {
            DescriptorLines.forEachLine(of: STDIN_FILENO) { line in
                if let command = try? JSONText.decode(WorkerCommand.self, from: Data(line.utf8)) {
                    continuation.yield(command)
                }
            }
            continuation.finish()
        }
        return commands
    }
}
