import Foundation
import URLInterception
import WebViewTesting

/// Runs a suite page over and over, each time in a data store of its own. Main actor only.
@MainActor
struct SuiteSoak {
    private static let names = ["descriptors", "processes", "host MiB", "processes MiB"]

    let count: Int
    let step: Int
    /// The folder of the page.
    let folder: String

    /// Prints what is held after every step.
    ///
    /// - Returns: the figures that grew.
    func run() async throws -> [String] {
        var options = PageSuiteOptions()
        options.map = try OriginMap(["sw://soak.example=\(folder)"])
        let pages = try PageSuiteDiscovery(map: options.map).pages(for: ["sw://soak.example/suite.html"])
        var rows = [[""] + Self.names + [""]]
        var figures = Flatness(Self.names)
        for done in 1...count {
            let runner = PageSuiteRunner(pages: pages, options: options)
            guard await runner.run().exitCode == 0 else {
                throw BenchmarkError(
                    "suite page \(done) failed: \(runner.pageResults.flatMap(\.failures).map(\.message))")
            }
            guard done % step == 0 else { continue }
            let children = ProcessFigures.children
            let counts = [
                ProcessFigures.descriptors, children.count, ProcessFigures.residentMiB("self"),
                children.reduce(0) { $0 + ProcessFigures.residentMiB($1) },
            ]
            rows.append(["page \(done)"] + counts.map(String.init) + [""])
            figures.add(counts)
            FileHandle.standardError.write(Data("page \(done)\n".utf8))
        }
        print(Table.text(of: rows))
        return figures.growth.map { "page: \($0)" }
    }
}
