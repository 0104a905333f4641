import HTTPMessages

/// An object that runs pages, one at a time, in this process or in a worker process.
@MainActor
package protocol PageExecutor: AnyObject, Sendable {
    /// Runs a page to its end, in whichever way it ends, and tells what happens meanwhile.
    ///
    /// - Parameter attempt: how often the page was run before, plus one.
    func run(_ page: PageReference, attempt: Int, report: @escaping (RunEvent) -> Void) async -> PageRunResult

    /// Begins to compile the scripts of pages that will run.
    func prepare(_ pages: [PageReference])

    /// Ends the page that runs as it is.
    func stop()

    /// Releases the resources for running pages.
    func close() async
}

/// Runs pages in this process.
@MainActor
package final class LocalExecutor: PageExecutor {
    /// The duration in seconds after which a running page may hang. A spare process then starts.
    private static let usualTime = 1.0

    private let options: PageSuiteOptions
    private let processes: WarmProcesses?
    private var current: PageRun?
    private var isStopped = false
    /// The digests of the scripts whose texts the results of this process have had.
    private var reportedTexts: Set<UInt64> = []

    /// An executor that runs each page with the same options.
    package init(options: PageSuiteOptions) {
        self.options = options
        processes =
            options.isolation == .data && options.page.dataStore == nil
            ? WarmProcesses(system: options.page.system) : nil
    }

    package func run(
        _ page: PageReference, attempt: Int, report: @escaping (RunEvent) -> Void
    ) async -> PageRunResult {
        let process = isStopped ? nil : await processes?.next()
        let run = PageRun(page: page, options: options, attempt: attempt, process: process, report: report)
        if isStopped { run.stop() }
        current = run
        let watch = processes.map { processes in
            Task { @MainActor in
                try await ContinuousClock().sleep(for: .clamping(seconds: Self.usualTime))
                processes.prepareSpare()
            }
        }
        defer {
            current = nil
            watch?.cancel()
        }
        var result = await run.result()
        for index in result.coverage?.indices ?? 0..<0 {
            guard let digest = result.coverage?[index].digest else { continue }
            if !reportedTexts.insert(digest).inserted { result.coverage?[index].text = nil }
        }
        return result
    }

    package func prepare(_ pages: [PageReference]) { ScriptSite.prepare(pages, options) }

    package func stop() {
        isStopped = true
        current?.stop()
    }

    package func close() async { processes?.close() }
}
