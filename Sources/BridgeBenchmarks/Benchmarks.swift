import ArgumentParser

/// The benchmark program: what the bridge costs, beside the same exchange in plain C.
@main
struct Benchmarks: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "BridgeBenchmarks",
        abstract: "Measures the bridge beside the same exchange in plain C.",
        subcommands: [Roundtrip.self, Host.self])
}
