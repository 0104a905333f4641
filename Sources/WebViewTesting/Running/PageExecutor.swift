/// An object that runs pages, one at a time, in this process or in a worker process.
@MainActor
package protocol PageExecutor: AnyObject, Sendable {
    /// Runs a page to its end, in whichever way it ends, and tells what happens meanwhile.
    ///
    /// - Parameter attempt: how often the page was run before, plus one.
    func run(_ page: PageReference, attempt: Int, report: @escaping (RunEvent) -> Void) async -> PageRunResult

    /// Ends the page that runs as it is.
    func stop()

    /// Releases the resources for running pages.
    func close() async
}

/// Runs pages in this process.
@MainActor
package final class LocalExecutor: PageExecutor {
    private let options: PageSuiteOptions
    private var current: PageRun?
    private var isStopped = false

    /// An executor that runs each page with the same options.
    package init(options: PageSuiteOptions) { self.options = options }

    package func run(
        _ page: PageReference, attempt: Int, report: @escaping (RunEvent) -> Void
    ) async -> PageRunResult {
        let run = PageRun(page: page, options: options, attempt: attempt, report: report)
        if isStopped { run.stop() }
        current = run
        defer { current = nil }
        return await run.result()
    }

    package func stop() {
        isStopped = true
        current?.stop()
    }

    package func close() async {}
}
