import ArgumentParser
import Foundation
import ProcessFiles
import URLInterception
import WebKit
import WebViewTesting

/// `swwebview test`: runs page suites and reports.
struct TestCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "test",
        abstract:
            "Run tests in pages and scripts, for mocha, QUnit, Jasmine, testharness.js, Vitest, uvu or TAP output.",
        discussion: """
            swwebview test Pages/tests
            swwebview test tests 'src/**/*.test.ts'
            swwebview test 'Pages/**/*-test.html' --reporter tap --output results.tap
            swwebview test Pages/tests --workers 2 --reporter spec --reporter junit=report.xml
            swwebview test Pages/tests --shard 1/4 --retries 2 --screenshots failed
            swwebview test Pages/tests --trace retain-on-failure
            swwebview test Pages/tests --ui --watch

            Exit code: 0 when all tests passed, 1 when one failed, 2 for a wrong command line, 3 without a display, 130 \
            when Ctrl-C ended the run.
            """)

    @Argument(
        help: ArgumentHelp(
            "Pages, scripts (.js, .ts, .jsx, .tsx), folders, globs, or addresses: sw://, http(s)://, of a mapped origin.",
            valueName: "page"))
    var pages: [String]

    @Option(
        name: .long,
        help: ArgumentHelp(
            "How to report: spec, tap, junit, json, github, html or markdown. May be repeated, each but one with a file of its own.",
            valueName: "name[=file]"))
    var reporter: [ReporterChoice] = []

    @Option(
        name: .long,
        help: ArgumentHelp("Where the reporter without a file writes instead of standard output.", valueName: "file"))
    var output: String?

    @Option(
        name: .long,
        help: ArgumentHelp(
            "The library of tests in scripts, instead of the detected one: mocha, qunit, jasmine, testharness, tap, vitest or uvu; and its "
                + "build for browsers.", valueName: "name[=file]"))
    var framework: FrameworkChoice?

    @Option(name: .long, help: ArgumentHelp("Give a page up after this long.", valueName: "seconds"))
    var timeout: Double = 60

    @Option(name: .long, help: ArgumentHelp("How long a test may take.", valueName: "seconds"))
    var testTimeout: Double?

    @Option(name: .long, help: ArgumentHelp("Run this many pages at a time, in processes.", valueName: "n"))
    var workers: Int = 1

    @Option(
        name: .long,
        help: ArgumentHelp(
            "Isolate pages by removing the data of each page, or by new web processes.", valueName: "data|process"))
    var isolation: PageIsolation?

    @Option(
        name: .long, help: ArgumentHelp("Run one of n parts of the pages: the same on any machine.", valueName: "i/n"))
    var shard: Shard?

    @Option(
        name: .long,
        help: ArgumentHelp(
            "Make shards of equal duration with the times in this file, and save the times of this run in it.",
            valueName: "file"))
    var times: String?

    @Option(name: .long, help: ArgumentHelp("Run a page that fails again, up to this often.", valueName: "n"))
    var retries: Int = 0

    @Option(
        name: .long,
        help: ArgumentHelp("Only tests whose name, groups and all, has this in it.", valueName: "regular expression"))
    var grep: String?

    @Flag(name: .long, help: "Print the names of the pages, and run none.")
    var list = false

    @Flag(name: .long, help: "Only pages that failed in the last run from this folder.")
    var lastFailed = false

    @Flag(name: .long, help: "Stay, and run pages again when a file that they load changes. Keys filter and run again.")
    var watch = false

    @Flag(
        name: .long,
        help:
            "Run each page on https://app.localhost as well, with WebKit's own service workers, and list the differences."
    )
    var compareOrigins = false

    @Flag(name: .long, help: "End the run with the first failure.")
    var bail = false

    @Flag(name: .long, help: "Fail pages in which a test is marked as the only one to run.")
    var forbidOnly = false

    @Flag(
        name: [.customShort("u"), .long],
        help:
            "Write snapshots anew where they differ, and remove obsolete ones. Missing ones are written without this, unless CI is set."
    )
    var update = false

    @Flag(name: .long, help: "Print unhandled promise rejections without failing tests.")
    var allowUnhandledRejections = false

    @Option(name: .long, help: ArgumentHelp("Save a picture of the page at each failure here.", valueName: "folder"))
    var screenshots: String?

    @OptionGroup(title: "Options of the interface") var interface: InterfaceOptions

    @OptionGroup(title: "Options of HTTP archives") var archives: ArchiveOptions

    @OptionGroup(title: "Options of Web APIs") var fidelity: FidelityCommandOptions

    @OptionGroup(title: "Options of coverage") var coverage: CoverageCommandOptions

    @OptionGroup(title: "Trace options") var traceOptions: TraceCommandOptions

    @Flag(name: .long, help: .hidden)
    var asWorker = false

    @OptionGroup(title: "View options") var view: ViewOptions

    @MainActor
    mutating func run() async throws {
        // A closed pipe is an error of one write. It must not end the program.
        signal(SIGPIPE, SIG_IGN)
        try startInspection()
        let options = try await suiteOptions()
        if asWorker {
            try WebKitEnvironment.prepare()
            return await WorkerService.run(options: options)
        }
        if watch || interface.ui { return try await watchPages(options) }
        var runTimes = try knownTimes()
        let lastRun = LastRun()
        let found = try selectedPages(map: options.page.origins, times: runTimes, last: lastRun)
        if list { return print(found.map(\.displayName).joined(separator: "\n")) }
        if lastFailed, found.isEmpty {
            let which = lastRun.failedPages.isEmpty ? "No page" : "None of these pages"
            return print("\(which) failed in the last run from this folder.")
        }
        let chosen = compareOrigins ? found.flatMap { [$0] + [$0.webTwin].compactMap(\.self) } : found
        let reports = try RunReports(reporter, output: output)
        let interruption = Interruption()
        try WebKitEnvironment.prepare()
        let runner = PageSuiteRunner(
            pages: chosen, options: options, executors: try executors(options, pages: chosen.count),
            reporters: reports.reporters)
        interruption.onFirst { runner.interrupt() }
        let summary = await runner.run()
        try ArchiveOptions.finish(options.page)
        try fidelity.write(runner.pageResults, options.page)
        let isCovered = try coverage.write(runner.coverage, pages: found)
        // A home that cannot be written fails no run.
        try? lastRun.note(runner.pageResults)
        if let times {
            runTimes.note(found, runner.pageResults)
            do {
                try runTimes.write(to: URL(fileURLWithPath: times))
            } catch {
                throw UsageError("--times: \(times) cannot be written: \(error.fileReason).")
            }
        }
        if summary.isInterrupted { throw ExitStatus.interrupted }
        if grep != nil, shard == nil, runner.pageResults.allSatisfy({ $0.tests.isEmpty && $0.passed }) {
            throw UsageError("--grep: no test's name has \(grep ?? "") in it.")
        }
        let comparison = compareOrigins ? OriginComparison(found, runner.pageResults) : nil
        if let comparison { Self.tell(comparison) }
        let hasFailures = summary.exitCode != 0 || comparison?.differences.isEmpty == false
        guard hasFailures || !isCovered else { return }
        if hasFailures, let files = reports.filesOnly {
            complain("There were failures. See \(files.joined(separator: ", ")).")
        }
        throw ExitStatus.failure
    }

    /// Prints differences to standard error: a report's last line stays the last of standard output.
    private static func tell(_ comparison: OriginComparison) {
        let differences = comparison.differences
        guard !differences.isEmpty else { return complain("Both origins have the same results.") }
        let count = differences.count == 1 ? "1 result differs" : "\(differences.count) results differ"
        complain(([count + ":"] + differences.map { "  \($0)" }).joined(separator: "\n"))
    }

    /// Starts WebKit's debugger in the process that runs pages, before anything else starts WebKit.
    @MainActor
    private func startInspection() throws {
        guard coverage.coverage, asWorker || workers == 1, !list, !watch, !interface.ui else { return }
        do { try ViewInspection.start() } catch { throw UsageError("--coverage: \(error)") }
    }

    @MainActor
    private func suiteOptions() async throws -> PageSuiteOptions {
        try SecondsOption.check(timeout, "--timeout")
        if let testTimeout { try SecondsOption.check(testTimeout, "--test-timeout") }
        guard (1...64).contains(workers) else { throw UsageError("--workers: give a number from 1 to 64.") }
        guard workers == 1 || view.storage == nil else {
            throw UsageError("--workers: one process at a time can use --storage. Leave one of the two out.")
        }
        guard workers == 1 || view.native.record == nil && !view.native.replayStrict else {
            throw UsageError(
                "--workers: one process at a time can use --record and --replay-strict. Leave one of the two out.")
        }
        guard workers == 1 || archives.har == nil else {
            throw UsageError("--workers: one process at a time can write --har. Leave one of the two out.")
        }
        guard isolation != .data || view.storage == nil else {
            throw UsageError(
                "--isolation data removes the data of pages, and --storage keeps it. Leave one of the two out.")
        }
        guard !compareOrigins || view.framework.app.origin == nil else {
            throw UsageError(
                "--compare-origins: it compares sw:// with https://, and --app \(view.framework.app.rawValue) has an origin of its own. "
                    + "Leave one of the two out.")
        }
        guard !watch || !list && !compareOrigins && shard == nil && times == nil else {
            throw UsageError("--watch: it cannot be combined with --list, --compare-origins, --shard and --times.")
        }
        guard !coverage.coverage || !watch && !interface.ui else {
            throw UsageError("--coverage: it cannot be combined with --watch and --ui. Leave one of them out.")
        }
        guard !interface.ui || !list && !compareOrigins && shard == nil && times == nil && !lastFailed && workers == 1
        else {
            throw UsageError(
                "--ui: it cannot be combined with --list, --compare-origins, --shard, --times, --last-failed and --workers."
            )
        }
        if let problem = framework?.problem { throw UsageError(problem) }
        guard times?.isEmpty != true else { throw UsageError("--times: the value is empty. Name a file.") }
        guard (0...1000).contains(retries) else { throw UsageError("--retries: give a number from 0 to 1000.") }
        var options = PageSuiteOptions()
        options.page = try await view.pageOptions()
        if !list { try archives.apply(to: &options.page) }
        options.framework = framework ?? FrameworkChoice()
        if let isolation { options.isolation = isolation }
        options.timeout = timeout
        options.testTimeout = testTimeout
        options.retries = retries
        options.forbidsOnly = forbidOnly
        options.allowsUnhandledRejections = allowUnhandledRejections
        options.stopsAtFirstFailure = bail
        if update { options.snapshotUpdate = .all }
        options.trace = try traceOptions.options()
        options.fidelity = try fidelity.options()
        if !list, !asWorker {
            try fidelity.makeFile()
            try coverage.makeFiles()
        }
        options.recordsCoverage = coverage.coverage
        options.screenshots = try screenshots.map { try ResultFolder.make($0, "--screenshots") }
        options.wantedTests = try Self.pattern(grep)
        options.notesFiles = watch
        return options
    }

    private func knownTimes() throws -> RunTimes {
        guard let times else { return RunTimes() }
        do {
            return try RunTimes(contentsOf: URL(fileURLWithPath: times))
        } catch {
            throw UsageError("--times: \(times) is not a file of run times. Remove it, or name another file.")
        }
    }

    func selectedPages(map: OriginMap, times: RunTimes, last: LastRun) throws -> [PageReference] {
        var found: [PageReference]
        do {
            found = try PageSuiteDiscovery(map: map, scope: .project, host: view.framework.app).pages(for: pages)
        } catch {
            throw UsageError(error.message)
        }
        view.nameIdleOptions(for: found, map: map)
        if framework != nil, !found.contains(where: \.isScript) {
            complain(
                "--framework does nothing here: it is the library of tests in scripts, and none of these pages is one.")
        }
        guard !compareOrigins || found.contains(where: { $0.webTwin != nil }) else {
            throw UsageError("--compare-origins: give files; an address has one origin.")
        }
        if lastFailed {
            let failed = last.failedPages
            found = found.filter { failed.contains($0.displayName) }
        }
        guard let shard else { return found }
        return times.pages(of: shard, from: found)
    }

    /// Returns the executors that run the pages: this process for one page at a time, else one worker for each page at most.
    @MainActor
    func executors(_ options: PageSuiteOptions, pages: Int, grep: String? = nil) throws -> [any PageExecutor] {
        guard workers > 1 else { return [LocalExecutor(options: options)] }
        // The arguments of this command once more, which say how a page is to be run.
        var arguments = Array(CommandLine.arguments.dropFirst())
        arguments.insert("--as-worker", at: min(1, arguments.count))
        // Of a repeated option, the last one counts. A worker gets the pattern that a person has typed.
        if let grep { arguments.append("--grep=\(grep)") }
        let executable = try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
        return (0..<max(1, min(workers, pages))).map { _ in
            WorkerProcess(executable: executable, arguments: arguments, timeout: timeout)
        }
    }
}

extension PageIsolation: ExpressibleByArgument {}
extension FrameworkChoice: ExpressibleByArgument {
    /// Parses `NAME` or `NAME=FILE`.
    public init?(argument: String) { self.init(argument) }
}

extension Shard: ExpressibleByArgument {
    /// Reads `I/N`.
    public init?(argument: String) { self.init(argument) }
}
