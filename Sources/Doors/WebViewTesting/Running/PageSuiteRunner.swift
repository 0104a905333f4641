import Foundation
// The runner takes reporters, and returns results.
@_exported public import Reports

/// Runs page suites, each page in a view and a data store of its own. Main actor only.
///
/// ```swift
/// let pages = try PageSuiteDiscovery().pages(for: ["Pages/tests"])
/// let runner = PageSuiteRunner(pages: pages, reporters: [SpecReporter { print($0, terminator: "") }])
/// exit(await runner.run().exitCode)
/// ```
@MainActor
public final class PageSuiteRunner {
    private let pages: [PageReference]
    private let options: PageSuiteOptions
    private let executors: [any PageExecutor]
    private var reporters: [any RunReporter]
    private var order = OrderedEvents()
    private var next = 0
    private var results: [Int: PageRunResult] = [:]
    private var isStopping = false
    private var isInterrupted = false
    /// The coverage of the pages that were run.
    package private(set) var coverage = CoverageTotals()

    /// Makes a runner that runs one page after the other. The reporters hear of everything in the order it happens.
    public convenience init(
        pages: [PageReference], options: PageSuiteOptions = PageSuiteOptions(), reporters: [any RunReporter] = []
    ) {
        self.init(pages: pages, options: options, executors: [LocalExecutor(options: options)], reporters: reporters)
    }

    /// Makes a runner that runs as many pages at a time as there are executors. Reporters hear of pages in their order.
    package init(
        pages: [PageReference], options: PageSuiteOptions, executors: [any PageExecutor],
        reporters: [any RunReporter]
    ) {
        self.pages = pages
        self.options = options
        self.executors = executors
        self.reporters = reporters
    }

    /// The results of the pages that were run, in their order.
    public var pageResults: [PageRunResult] { pages.indices.compactMap { results[$0] } }

    /// Runs every page and returns the results. A page that cannot be run is a failure of that page.
    public func run() async -> RunSummary {
        let start = ContinuousClock.now
        report([.runStarted(pages: pages.count)])
        for executor in executors { executor.prepare(pages) }
        let lanes = executors.map { executor in Task { @MainActor in await runPages(on: executor) } }
        for lane in lanes { await lane.value }
        for executor in executors { await executor.close() }
        var summary = RunSummary(pages: pageResults, duration: start.duration(to: .now).seconds)
        summary.unfinishedPages += pages.count - results.count
        summary.isInterrupted = isInterrupted
        report([.runFinished(summary)])
        return summary
    }

    /// Ends the run: running pages end as they are, no other begins, and ``run()`` returns the results so far.
    public func interrupt() {
        isInterrupted = true
        stop()
    }

    private func stop() {
        guard !isStopping else { return }
        isStopping = true
        for executor in executors { executor.stop() }
    }

    private func runPages(on executor: any PageExecutor) async {
        while !isStopping, next < pages.count {
            let index = next
            next += 1
            let result = await run(index, on: executor)
            results[index] = result
            if options.stopsAtFirstFailure, !result.passed { stop() }
        }
    }

    /// Runs a page, and again while it fails and may be run again.
    private func run(_ index: Int, on executor: any PageExecutor) async -> PageRunResult {
        let page = pages[index]
        var failed: [PageRunResult] = []
        tell(index, .pageStarted(page: page.displayName))
        while true {
            let mayFail = failed.count < options.retries
            var held: [RunEvent] = []
            var result = await executor.run(page, attempt: failed.count + 1) { event in
                if case .pageFinished = event { return }
                // Events of a run that may be repeated are held: they would be wrong once the page is run again.
                if mayFail || !failed.isEmpty { held.append(event) } else { self.tell(index, event) }
            }
            if options.recordsCoverage { coverage.add(result.coverage) }
            result.coverage = nil
            if !result.passed, mayFail, !isStopping {
                failed.append(result)
                tell(index, .pageRetried(result))
                continue
            }
            let whole = result.after(failed)
            for event in held { tell(index, event.after(failed)) }
            tell(index, .pageFinished(whole))
            report(order.close(index))
            return whole
        }
    }

    private func tell(_ index: Int, _ event: RunEvent) { report(order.add(event, of: index)) }

    private func report(_ events: [RunEvent]) {
        for event in events {
            for index in reporters.indices { reporters[index].receive(event) }
        }
    }
}

extension Duration {
    /// The duration in seconds.
    var seconds: Double { Double(components.seconds) + Double(components.attoseconds) * 1e-18 }
}
