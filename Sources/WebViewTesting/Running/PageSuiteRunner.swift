import Foundation

/// Runs page suites, one page after the other, each in a view and a data store of its own. Main actor only.
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
    private var reporters: [any RunReporter]

    /// Makes a runner. The reporters hear of everything in the order it happens.
    public init(
        pages: [PageReference], options: PageSuiteOptions = PageSuiteOptions(), reporters: [any RunReporter] = []
    ) {
        self.pages = pages
        self.options = options
        self.reporters = reporters
    }

    /// Runs every page and returns what came of them. A page that cannot be run is a failure of that page.
    public func run() async -> RunSummary {
        let start = ContinuousClock.now
        report(.runStarted(pages: pages.count))
        var results: [PageRunResult] = []
        for page in pages { results.append(await run(page)) }
        let summary = RunSummary(pages: results, duration: start.duration(to: .now).seconds)
        report(.runFinished(summary))
        return summary
    }

    private func run(_ page: PageReference) async -> PageRunResult {
        report(.pageStarted(page: page.displayName))
        let run = PageRun(page: page, options: options) { [weak self] in self?.report($0) }
        return await run.result()
    }

    private func report(_ event: RunEvent) {
        for index in reporters.indices { reporters[index].receive(event) }
    }
}

extension Duration {
    /// The duration in seconds.
    var seconds: Double { Double(components.seconds) + Double(components.attoseconds) * 1e-18 }
}
