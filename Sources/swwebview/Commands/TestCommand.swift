import ArgumentParser
import Foundation
import WebKit
import WebViewTesting

/// `swwebview test`: runs page suites and reports.
struct TestCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "test", abstract: "Run page suites: pages that use testharness.js, or print TAP to the console.",
        discussion: """
            swwebview test Pages/tests
            swwebview test 'Pages/**/*-test.html' --reporter tap --output results.tap

            Exit code: 0 when all tests passed, 1 when one failed, 2 for a wrong command line, 3 without a display.
            """)

    @Argument(help: ArgumentHelp("Pages, folders, globs, or sw:// and http(s):// addresses.", valueName: "page"))
    var pages: [String]

    @Option(name: .long, help: "How to report: spec or tap.")
    var reporter: ReporterName = .spec

    @Option(name: .long, help: ArgumentHelp("Write the report here instead of standard output.", valueName: "file"))
    var output: String?

    @Option(name: .long, help: ArgumentHelp("Give a page up after this long.", valueName: "seconds"))
    var timeout: Double = 60

    @OptionGroup(title: "View options") var view: ViewOptions

    @MainActor
    mutating func run() async throws {
        guard timeout > 0 else { throw UsageError("--timeout: give a number of seconds above 0.") }
        var options = try view.pageOptions()
        options.timeout = timeout
        let found: [PageReference]
        do {
            found = try PageSuiteDiscovery().pages(for: pages)
        } catch {
            throw UsageError(error.message)
        }
        let report = try ReportFile(path: output)
        try WebKitEnvironment.prepare()
        let reporter = reporter.reporter(colours: report.isTerminal ? .ansi : .none) { report.write($0) }
        let summary = await PageSuiteRunner(pages: found, options: options, reporters: [reporter]).run()
        guard summary.exitCode == 0 else { throw ExitStatus.failure }
    }
}

extension ReporterName: ExpressibleByArgument {}

/// Where a report goes: a file, or standard output.
final class ReportFile: Sendable {
    private let handle: FileHandle

    /// - Throws: ``UsageError`` when the file cannot be written.
    init(path: String?) throws {
        guard let path else {
            handle = .standardOutput
            return
        }
        guard FileManager.default.createFile(atPath: path, contents: nil), let file = FileHandle(forWritingAtPath: path)
        else { throw UsageError("--output: \(path) cannot be written.") }
        handle = file
    }

    /// Whether a person reads along in colour.
    var isTerminal: Bool {
        isatty(handle.fileDescriptor) == 1 && ProcessInfo.processInfo.environment["NO_COLOR"] == nil
    }

    /// Writes, and ends the program where nobody reads any more.
    func write(_ text: String) {
        do {
            try handle.write(contentsOf: Data(text.utf8))
        } catch {
            MainActor.assumeIsolated { WebKitEnvironment.exit(ExitStatus.failure.rawValue) }
        }
    }
}
