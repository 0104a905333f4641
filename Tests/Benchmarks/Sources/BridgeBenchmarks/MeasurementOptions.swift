import ArgumentParser
import Foundation
import WebKit

/// The options of a comparison of two sides.
struct MeasurementOptions: ParsableArguments {
    @Option(help: "How often each side runs.")
    var rounds = 5

    @Option(help: "The processor core that both sides are pinned to, counted from 0.")
    var core = 1

    @Flag(help: "Print JSON instead of a table.")
    var json = false

    @Option(help: "The folder of the benchmark pages.", completion: .directory)
    var pages = "Pages/bench"

    func validate() throws {
        guard rounds > 0 else { throw ValidationError("--rounds must be at least 1") }
        guard core >= 0 else { throw ValidationError("--core must not be negative") }
    }

    /// Measures both sides in turns, and prints the result.
    func compare(_ ours: Side, with baseline: Side, _ measures: [Measure]) async throws {
        // One display for every process, and the same environment: the children inherit both.
        try await WebKitEnvironment.prepare()
        let launcher = try PinnedLauncher(core: core)
        var comparison = Comparison(of: measures, core: core)
        for round in 1...rounds {
            FileHandle.standardError.write(Data("round \(round) of \(rounds)\n".utf8))
            // Taking turns at going first, neither side always finds the machine as the other left it.
            if round.isMultiple(of: 2) {
                let figures = try await ours.measure(with: launcher)
                comparison.add(ours: figures, baseline: try await baseline.measure(with: launcher))
            } else {
                let figures = try await baseline.measure(with: launcher)
                comparison.add(ours: try await ours.measure(with: launcher), baseline: figures)
            }
        }
        print(json ? try comparison.json() : comparison.table())
    }
}
