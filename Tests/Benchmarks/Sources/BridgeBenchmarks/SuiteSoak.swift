import Foundation
import URLInterception
import WebViewTesting

/// Runs a suite page over and over, each time in a data store of its own. Main actor only.
@MainActor
struct SuiteSoak {
    private static let names = ["descriptors", "processes", "host MiB", "web MiB", "network MiB"]

    let count: Int
    let step: Int
    let limit: Duration
    /// The folder of the page.
    let folder: String

    /// Runs the pages and prints the figures after every step.
    ///
    /// - Returns: the figures that grew.
    func run() async throws -> [String] {
        var options = PageSuiteOptions()
        options.page.origins = try OriginMap(["sw://soak.example=\(folder)"])
        let pages = try PageSuiteDiscovery(map: options.page.origins).pages(for: ["sw://soak.example/suite.html"])
        var table = SoakTable(Self.names)
        let start = ContinuousClock.now
        for done in 1...count {
            let runner = PageSuiteRunner(pages: pages, options: options)
            guard await runner.run().exitCode == 0 else {
                throw BenchmarkError(
                    "suite page \(done) failed: \(runner.pageResults.flatMap(\.failures).map(\.message))")
            }
            guard done % step == 0 else { continue }
            let processes = ChildProcessFigures()
            table.add(
                "page", done,
                [
                    ProcessFigures.descriptors, processes.count, ProcessFigures.residentMiB("self"),
                    processes.webMemory,
                    processes.networkMemory,
                ])
            if start.duration(to: .now) > limit { break }
        }
        table.writeChanges()
        return table.growth
    }
}
