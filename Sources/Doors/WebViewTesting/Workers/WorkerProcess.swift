import Foundation
import HTTPMessages
import WebKit

/// Runs pages in a process of its own, which is started with the first page, and again after it has died.
@MainActor
package final class WorkerProcess: PageExecutor {
    /// Seconds that a worker has for more than a page's own time, before it is taken for hung.
    private static let patience = 20.0

    private let executable: String
    private let arguments: [String]
    private let timeout: Double
    private var process: LineProcess?
    /// The pages whose scripts a new process begins to compile.
    private var prepared: [PageReference] = []
    /// Whether the process has said anything of the page that it was given last.
    private var hasAnswered = false

    /// - Parameters:
    ///   - executable: the program; with these arguments it calls ``WorkerService/run(options:)``.
    ///   - timeout: seconds that a page may take.
    package init(executable: String, arguments: [String], timeout: Double) {
        self.executable = executable
        self.arguments = arguments
        self.timeout = timeout
    }

    package func prepare(_ pages: [PageReference]) { prepared = pages.filter(\.isScript) }

    package func run(
        _ page: PageReference, attempt: Int, report: @escaping (RunEvent) -> Void
    ) async -> PageRunResult {
        let isUsed = process != nil
        let result = await runOnce(page, attempt, report)
        // A process that died between two pages, before it received this one, is no failure of this page.
        guard isUsed, process == nil, result.tests.isEmpty, !hasAnswered else { return result }
        return await runOnce(page, attempt, report)
    }

    private func runOnce(
        _ page: PageReference, _ attempt: Int, _ report: @escaping (RunEvent) -> Void
    ) async -> PageRunResult {
        var known = PageRunResult(page: page.displayName)
        let start = ContinuousClock.now
        hasAnswered = false
        do {
            let isNew = process == nil
            let process = try process ?? LineProcess(executable, arguments)
            self.process = process
            if isNew, !prepared.isEmpty { process.send(WorkerCommand.prepare(pages: prepared).line) }
            process.send(WorkerCommand.run(page: page, attempt: attempt).line)
            let watch = Task { [timeout] in
                try await ContinuousClock().sleep(for: .clamping(seconds: timeout + Self.patience))
                process.kill()
            }
            defer { watch.cancel() }
            for await output in process.output {
                switch output {
                case .line(let line):
                    hasAnswered = true
                    if let result = take(line, &known, report) { return result }
                case .ended(let status):
                    known.failures.append(PageFailure(kind: .crash, message: Self.message(status, known)))
                }
            }
        } catch {
            let reason = (error as NSError).localizedDescription
            known.failures.append(
                PageFailure(kind: .crash, message: "A worker process could not be started: \(reason)."))
        }
        process = nil
        known.completion = .processTerminated
        known.duration = start.duration(to: .now).seconds
        return known
    }

    /// Reads the worker's output; returns the page's result, where that is it.
    private func take(
        _ line: String, _ known: inout PageRunResult, _ report: (RunEvent) -> Void
    ) -> PageRunResult? {
        guard let event = try? JSONText.decode(RunEvent.self, from: Data(line.utf8)) else {
            known.notes.append("The worker process wrote a line that is no event: \(line.prefix(200))")
            return nil
        }
        if case .pageFinished(let result) = event { return result }
        if case .testFinished(_, let test) = event { known.tests.append(test) }
        report(event)
        return nil
    }

    package func stop() { process?.send(WorkerCommand.stop.line) }

    package func close() async {
        guard let process else { return }
        self.process = nil
        process.closeInput()
        let watch = Task {
            try await ContinuousClock().sleep(for: .seconds(Self.patience))
            process.kill()
        }
        for await _ in process.output {}
        watch.cancel()
    }

    private static func message(_ status: Int32, _ known: PageRunResult) -> String {
        let how = status < 0 ? "was ended by signal \(-status)" : "ended with exit code \(status)"
        let tests = known.tests.count == 1 ? "1 test" : "\(known.tests.count) tests"
        let when = known.tests.isEmpty ? "before it reported a test" : "after it reported \(tests)"
        return "The worker process that ran the page \(how), \(when). Another one runs the pages after it."
    }
}
