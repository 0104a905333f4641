import ArgumentParser
import Foundation
import SWWebView
import WebKit

/// Prints the times of navigations to a page of an `SWWebView` whose worker is stopped.
struct ColdStartHost: AsyncParsableCommand {
    static let configuration = CommandConfiguration(commandName: "cold")

    @Argument(help: "The page; its folder is served beside it.")
    var page: String

    /// The seconds after which the worker of an event that does not end is stopped.
    private static let eventLimit = 0.25
    /// The time after a worker's end in which the host makes its next realm. A stopped worker is idle much longer.
    private static let rest = Duration.milliseconds(500)

    @MainActor
    func run() async throws {
        let (reporting, address) = try HostedPage.view(for: page)
        let view = reporting.view
        view.serviceWorkerEventLimit = Self.eventLimit
        _ = try await reporting.report(of: address)
        var starts = ColdStarts()
        for number in 0...ColdStarts.count {
            guard let lasting = URL(string: "\(address.absoluteString)?lasts=\(number)") else { return }
            // The first event lasts only so that the worker stops.
            if number == 0 {
                _ = try await reporting.report(of: lasting)
            } else {
                try await starts.measure(lasting, in: reporting)
            }
            try await Self.waitUntilStopped(view)
        }
        try starts.printFigures()
    }

    /// Waits until no worker runs.
    @MainActor
    private static func waitUntilStopped(_ view: SWWebView) async throws {
        let limit = ContinuousClock.now + .seconds(30)
        while try await view.serviceWorkerStatus.runningWorkers > 0 {
            guard ContinuousClock.now < limit else { throw BenchmarkError("the worker does not stop") }
            // This sleep stays: the host has no event for the end of a worker.
            try await Task.sleep(for: .milliseconds(10))
        }
        // This sleep stays: the host has no event for a realm that waits.
        try await Task.sleep(for: rest)
    }
}

/// Prints the times of navigations to pages whose workers, WebKit's own, are stopped.
struct PlainColdStartHost: AsyncParsableCommand {
    static let configuration = CommandConfiguration(commandName: "cold")

    @Argument(help: "The page; its folder is served beside it.")
    var page: String

    /// The time after which WebKit has stopped the worker of an origin without clients: its own limit is ten seconds.
    private static let stopped = Duration.seconds(11)

    @MainActor
    func run() async throws {
        let view = try ReportingView { WKWebView(frame: HostedPage.frame, configuration: $0) }
        // An origin for each start, so that the workers stop together. They are of one site: no navigation changes the web process.
        var servers: [PageServer] = []
        defer { for server in servers { server.stop() } }
        for _ in 0..<ColdStarts.count {
            let server = try await PageServer(page)
            servers.append(server)
            // WebKit forgets a worker that has never had a client.
            for _ in 0..<2 { _ = try await view.report(of: server.address) }
        }
        let rest = try await PageServer(
            URL(fileURLWithPath: page).deletingLastPathComponent().appendingPathComponent("start.html").path)
        servers.append(rest)
        _ = try await view.report(of: rest.address)
        // This sleep stays: WebKit has no event for the end of a worker of its own.
        try await Task.sleep(for: Self.stopped)
        var starts = ColdStarts()
        for server in servers.dropLast() { try await starts.measure(server.address, in: view) }
        try starts.printFigures()
    }
}

/// The times of navigations that start a worker.
struct ColdStarts {
    /// The number of starts in a round.
    static let count = 20

    private struct Report: Decodable {
        /// The milliseconds of the wall clock at which the worker was started.
        var started: Double
    }

    private var milliseconds: [Double] = []

    /// Loads a page, and adds the time until its script runs.
    ///
    /// - Throws: `BenchmarkError` where the worker ran before.
    @MainActor
    mutating func measure<View>(_ address: URL, in view: ReportingView<View>) async throws {
        // JavaScript counts whole milliseconds.
        let wallClock = (Date().timeIntervalSince1970 * 1000).rounded(.down)
        let start = MonotonicClock.nanoseconds()
        let report = try await view.report(of: address)
        guard let worker = try? JSONDecoder().decode(Report.self, from: Data(report.text.utf8)) else {
            throw BenchmarkError("\(address) was not answered by its worker: \(report.text)")
        }
        guard worker.started >= wallClock else { throw BenchmarkError("the worker of \(address) was not stopped") }
        milliseconds.append(Double(report.arrival - start) / 1_000_000)
    }

    /// Prints the median and the 95th percentile.
    func printFigures() throws {
        let sorted = milliseconds.sorted()
        let figures: Figures = [
            "coldMilliseconds": (sorted[(sorted.count - 1) / 2] + sorted[sorted.count / 2]) / 2,
            "cold95Milliseconds": sorted[(sorted.count * 95 + 99) / 100 - 1],
        ]
        print(String(decoding: try JSONEncoder().encode(figures), as: UTF8.self))
    }
}
