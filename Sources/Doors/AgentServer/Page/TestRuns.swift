import ChildProcesses
import Foundation
import HTTPMessages
import ProcessFiles
import Reports

/// The runs of tests of a client, each in a process of its own, and the failures of the latest. Main actor only.
@MainActor
final class TestRuns {
    private struct Failure {
        var title: String
        var lines: [String]
        var console: [ConsoleLine]
        var picture: String?
        var trace: String?
    }

    private let environment: AgentEnvironment
    private var failures: [Failure]?

    init(_ environment: AgentEnvironment) { self.environment = environment }

    /// Returns the names of the pages that paths stand for.
    ///
    /// - Throws: ``ToolError`` with what the program prints.
    func list(_ paths: [String], _ options: [String]) async throws -> [String] {
        var lines: [String] = []
        let status = try await start(["--list"] + options, paths) { lines.append($0) }
        guard status == 0 else { throw ToolError(lines.joined(separator: "\n")) }
        return lines
    }

    /// Runs tests.
    ///
    /// - Throws: ``ToolError`` with what the program prints where it runs none.
    func run(_ paths: [String], _ options: [String], limit: Int) async throws -> ToolResult {
        let folder = try TemporaryFolder.ofProcess().appending(path: "agent-tests").path(percentEncoded: false)
        try? FileManager.default.removeItem(atPath: folder)
        var (results, summary, others) = ([PageRunResult](), RunSummary?.none, [String]())
        let arguments = [
            "--reporter=json", "--screenshots=\(folder)/pictures", "--trace=retain-on-failure",
            "--trace-folder=\(folder)/traces",
        ]
        let status = try await start(arguments + options, paths) { line in
            switch try? JSONText.decode(RunEvent.self, from: Data(line.utf8)) {
            case .pageFinished(let result)?: results.append(result)
            case .runFinished(let value)?: summary = value
            case nil: others.append(line)
            default: break
            }
        }
        guard summary != nil else {
            throw ToolError(
                ToolResult.cut(others.suffix(40), at: limit).joined(separator: "\n") + "\nThe run ended with \(status)."
            )
        }
        let tests = results.flatMap(\.tests)
        func count(_ status: PageTestStatus) -> Int { tests.count { $0.status == status } }
        let failures = results.flatMap(Self.failures)
        self.failures = failures
        let failed = failures.count
        let head =
            "\(ToolResult.count(results.count, "page")): \(count(.passed)) passed, \(failed) failed, \(count(.skipped)) skipped, \(count(.todo)) todo."
        let lines = failures.enumerated().flatMap { index, failure in
            ["\(index + 1): \(failure.title)"] + failure.lines.prefix(12).map { "   \($0)" }
        }
        guard failed > 0 else { return ToolResult(([head] + others.suffix(10)).joined(separator: "\n")) }
        return ToolResult("\(head) last_failure shows one with its picture.", page: lines, limit: limit)
    }

    private static func failures(of result: PageRunResult) -> [Failure] {
        result.tests.filter(\.status.isFailure).map { test in
            Failure(
                title: "\(result.page) › \(test.fullName)",
                lines: split(FailureText.lines(of: test, withPicture: false)),
                console: test.console, picture: test.screenshot, trace: result.trace)
        }
            + result.failures.map { failure in
                Failure(
                    title: "\(result.page): \(failure.kind.rawValue)",
                    lines: split(FailureText.lines(of: failure, withPicture: false)), console: result.console,
                    picture: failure.screenshot, trace: result.trace)
            }
    }

    private static func split(_ lines: [String]) -> [String] {
        lines.flatMap { $0.split(separator: "\n", omittingEmptySubsequences: false).map(String.init) }
    }

    /// Returns a failure of the latest run.
    ///
    /// - Throws: ``ToolError`` where there is none of the number.
    func failure(_ number: Int, hasPicture: Bool, limit: Int) throws -> ToolResult {
        guard let failures else { throw ToolError("No tests have run. Call run_tests first.") }
        guard failures.indices.contains(number - 1) else {
            throw ToolError(
                failures.isEmpty
                    ? "The last run had no failure."
                    : "The last run had \(ToolResult.count(failures.count, "failure")).")
        }
        let failure = failures[number - 1]
        var lines = [failure.title] + failure.lines
        if !failure.console.isEmpty {
            lines.append("Console:")
            lines += failure.console.map { "  \($0.level.rawValue): \(ToolResult.quoted($0.text, longest: 1000))" }
        }
        let trace = failure.trace.map { " `swwebview trace \($0)` makes a page of its trace." } ?? ""
        var result = ToolResult("Failure \(number) of \(failures.count).\(trace)", page: lines, limit: limit)
        if hasPicture, let path = failure.picture, let picture = try? Data(contentsOf: URL(fileURLWithPath: path)) {
            result.add(picture: picture)
        }
        return result
    }

    /// Runs the program's command `test`, and returns its exit code.
    private func start(
        _ arguments: [String], _ paths: [String], _ line: (String) -> Void
    ) async throws -> Int32 {
        guard !paths.isEmpty, !paths.contains(where: { $0.hasPrefix("-") }) else {
            throw ToolError("“paths” has pages, scripts, folders or globs of tests.")
        }
        var program = Program(
            path: environment.executable, arguments: ["test"] + environment.defaults + arguments + ["--"] + paths,
            input: .null, output: .pipe)
        program.joinsErrors = true
        let process: ChildProcess
        do { process = try program.startTied() } catch { throw ToolError("The tests cannot be started: \(error)") }
        guard let output = process.output else { return -1 }
        return await withTaskCancellationHandler {
            for await data in MessageLines.read(from: output.fileDescriptor) {
                if let data { line(String(decoding: data, as: UTF8.self)) }
            }
            try? output.close()
            return await process.ended()
        } onCancel: {
            process.terminate()
        }
    }
}
