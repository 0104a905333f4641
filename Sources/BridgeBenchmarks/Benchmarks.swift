import ArgumentParser

/// The benchmark program: what the bridge costs, beside the same done in plain C or by WebKit itself.
@main
struct Benchmarks: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "BridgeBenchmarks",
        abstract: "Measures the bridge beside plain C, and beside WebKit's own service workers.",
        subcommands: [Roundtrip.self, ServiceWorkerBenchmark.self, Soak.self, Host.self, NativeHost.self])
}
