import ArgumentParser
import Foundation

/// Compares service workers over the bridge with WebKit's own, which need a web server on this machine.
struct ServiceWorkerBenchmark: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "serviceworker",
        abstract: "Service workers and caches over the bridge, and WebKit's own on http://127.0.0.1.",
        discussion: """
            Runs the same page on both in turns, each in a process of its own that is pinned to one core, and compares \
            the medians. A ratio that misses its target is shown, and is no failure: this is a measurement.
            """)

    @OptionGroup var options: MeasurementOptions

    func run() async throws {
        let program = try Side.ownProgram()
        let ours = try Side(
            program: program, arguments: ["host"], page: "serviceworker.html", coldPage: "cold.html",
            folder: options.pages)
        let webKits = try Side(
            program: program, arguments: ["native"], page: "serviceworker.html", coldPage: "cold.html",
            folder: options.pages)
        try await options.compare(ours, with: webKits, Measure.serviceWorker)
    }
}
