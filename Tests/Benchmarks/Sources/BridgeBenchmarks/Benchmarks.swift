import ArgumentParser

/// The benchmark program: measures the cost of the bridge, beside the same work in plain C or by WebKit itself.
@main
struct Benchmarks: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "BridgeBenchmarks",
        abstract:
            "Measures the bridge and the scheme handlers beside plain C, sqlite3 and WebKit's own service workers.",
        subcommands: [
            Roundtrip.self, ServiceWorkerBenchmark.self, SQLiteBenchmark.self, Soak.self, Host.self, PlainHost.self,
        ])
}
