import ArgumentParser
import Foundation
import WebKit

/// Compares round trips over the bridge, and the start of a view, with plain C.
struct Roundtrip: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Round trips over the bridge and the start of a view, ours and plain C's.",
        discussion: """
            Runs plain C and ours in turns, each in a process of its own that is pinned to one core, and compares the \
            medians. A ratio over its target is shown, and is no failure: this is a measurement. Only a side that \
            cannot be measured is one.
            """)

    @Option(help: "How often each side runs.")
    var rounds = 5

    @Option(help: "The processor core that both sides are pinned to, counted from 0.")
    var core = 1

    @Flag(help: "Print JSON instead of a table.")
    var json = false

    @Flag(help: "Compare plain C with itself: shows how far two equal sides differ on this machine.")
    var control = false

    @Option(help: "The folder of the benchmark pages.", completion: .directory)
    var pages = "Pages/bench"

    @Option(help: "The plain C program; by default the one beside this program.", completion: .file())
    var baseline: String?

    func validate() throws {
        guard rounds > 0 else { throw ValidationError("--rounds must be at least 1") }
        guard core >= 0 else { throw ValidationError("--core must not be negative") }
    }

    func run() async throws {
        // One display for every process, and the same environment: the children inherit both.
        try await WebKitEnvironment.prepare()
        let comparison = try measure()
        print(json ? try comparison.json() : comparison.table())
    }

    private func measure() throws -> Comparison {
        let launcher = try PinnedLauncher(core: core)
        let plainC = try baselineSide()
        let ours = control ? plainC : try oursSide()
        var comparison = Comparison(core: core)
        for round in 1...rounds {
            note("round \(round) of \(rounds)")
            // Taking turns at going first, neither side always finds the machine as the other left it.
            if round.isMultiple(of: 2) {
                let figures = try ours.measure(with: launcher)
                comparison.add(ours: figures, baseline: try plainC.measure(with: launcher))
            } else {
                let figures = try plainC.measure(with: launcher)
                comparison.add(ours: try ours.measure(with: launcher), baseline: figures)
            }
        }
        return comparison
    }

    private func baselineSide() throws -> Side {
        let program =
            try baseline.map { URL(fileURLWithPath: $0) }
            ?? Self.ownProgram().deletingLastPathComponent().appendingPathComponent("BridgeBaseline")
        return try Side(program: program, arguments: [], page: "baseline.html", folder: pages)
    }

    private func oursSide() throws -> Side {
        try Side(program: Self.ownProgram(), arguments: ["host"], page: "ours.html", folder: pages)
    }

    private static func ownProgram() throws -> URL {
        URL(fileURLWithPath: try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe"))
    }

    private func note(_ text: String) {
        FileHandle.standardError.write(Data("\(text)\n".utf8))
    }
}
