import ArgumentParser
import Foundation

/// Compares round trips over the bridge, and the start of a view, with plain C.
struct Roundtrip: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Round trips over the bridge and the start of a view, ours and plain C's.",
        discussion: """
            Runs plain C and ours in turns, each in a process of its own that is pinned to one core, and compares the \
            medians. A ratio over its target is shown, and is no failure: this is a measurement. Only a side that \
            cannot be measured is one.
            """)

    @OptionGroup var options: MeasurementOptions

    @Flag(help: "Compare plain C with itself: shows how far two equal sides differ on this machine.")
    var control = false

    @Option(help: "The plain C program; by default the one beside this program.", completion: .file())
    var baseline: String?

    func run() async throws {
        let plainC = try baselineSide()
        let ours =
            try control
            ? plainC
            : Side(
                program: Side.ownProgram(), arguments: ["host"], page: "ours.html", startPage: "start.html",
                folder: options.pages)
        try await options.compare(ours, with: plainC, Measure.roundtrip)
    }

    private func baselineSide() throws -> Side {
        let program =
            try baseline.map { URL(fileURLWithPath: $0) }
            ?? Side.ownProgram().deletingLastPathComponent().appendingPathComponent("BridgeBaseline")
        return try Side(
            program: program, arguments: [], page: "baseline.html", startPage: "start.html", folder: options.pages)
    }
}
