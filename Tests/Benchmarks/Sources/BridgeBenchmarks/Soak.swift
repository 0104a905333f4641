import ArgumentParser
import Foundation
import SWWebView
import URLInterception
import WebKit

/// Registers, loads controlled frames and runs suite pages over and over, and shows what the host holds in between.
struct Soak: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Finds leaks by thousands of registrations, controlled page loads and suite pages.",
        discussion: """
            Prints the figures after every step: descriptors, streams, realms, clients, workers, hidden pages, rows, and \
            the memory of this process and of its web processes. Fails when the median of a figure in the second half of the \
            checkpoints is more than 5 % above that in the first half.
            """)

    @Option(help: "How often each thing is done.")
    var cycles = 10_000

    @Option(help: "After how many cycles the host looks.")
    var step = 1000

    @Option(help: "How many suite pages are run, each of which registers a worker in a data store of its own.")
    var pages = 1000

    @Option(help: "How many minutes each of the three parts may take. It ends at the checkpoint after them.")
    var minutes = 600.0

    @Option(help: "The folder of the soak page.", completion: .directory)
    var page = "Pages/bench/soak"

    func validate() throws {
        guard step > 0, cycles >= step else { throw ValidationError("--step must be from 1 to --cycles") }
        guard pages >= 0 else { throw ValidationError("--pages must be 0 or more") }
    }

    @MainActor
    func run() async throws {
        // On a machine with much memory JavaScriptCore lets its garbage grow by hundreds of MiB, which would hide a leak.
        setenv("JSC_forceRAMSize", String(512 << 20), 0)
        try WebKitEnvironment.prepare()
        var growth = try await soakBridge()
        if pages > 0 {
            let suite = SuiteSoak(count: pages, step: max(pages / 10, 1), limit: .seconds(minutes * 60), folder: page)
            growth += try await suite.run()
        }
        guard growth.isEmpty else { throw BenchmarkError("not flat: " + growth.joined(separator: "; ")) }
    }

    /// Runs the soak page.
    ///
    /// - Returns: the figures that grew.
    @MainActor
    private func soakBridge() async throws -> [String] {
        let host = "soak.example"
        let checkpoints = SoakCheckpoints()
        let configuration = WKWebViewConfiguration()
        configuration.websiteDataStore = .nonPersistent()
        configuration.userContentController.add(checkpoints, name: "soak")
        let view = SWWebView(frame: HostedPage.frame, configuration: configuration)
        view.serviceWorkerPermittedDomains = [host]
        view.loader = MappedLoader(map: try OriginMap(["sw://\(host)=\(page)"]))
        guard let url = URL(string: "sw://\(host)/soak.html?cycles=\(cycles)&step=\(step)") else { return [] }
        view.load(URLRequest(url: url))
        var table = SoakTable(Holdings.names)
        var part = (kind: "", start: ContinuousClock.now)
        var latest = ContinuousClock.now
        for await checkpoint in checkpoints.stream {
            guard !checkpoint.kind.hasPrefix("failed") else { throw BenchmarkError("the page \(checkpoint.kind)") }
            table.add(checkpoint.kind, checkpoint.done, try await Holdings(of: view).counts)
            if checkpoint.kind == "end" { break }
            if part.kind != checkpoint.kind { part = (checkpoint.kind, latest) }
            latest = .now
            let isOver = part.start.duration(to: latest) > .seconds(minutes * 60)
            view.evaluateJavaScript("proceed(\(!isOver))", completionHandler: nil)
        }
        table.writeChanges()
        return table.growth
    }
}

/// The cycles that the page has done.
struct SoakCheckpoint: Decodable {
    var kind: String
    var done: Int
}

@MainActor
private final class SoakCheckpoints: NSObject, WKScriptMessageHandler {
    let (stream, continuation) = AsyncStream<SoakCheckpoint>.makeStream()

    func userContentController(
        _ userContentController: WKUserContentController, didReceive message: WKScriptMessage
    ) {
        let checkpoint = (message.body as? String).flatMap {
            try? JSONDecoder().decode(SoakCheckpoint.self, from: Data($0.utf8))
        }
        if let checkpoint { continuation.yield(checkpoint) }
    }
}

/// The things that the host holds at one moment.
@MainActor
struct Holdings {
    static let names = [
        "descriptors", "streams", "requests", "realms", "clients", "registrations", "workers", "pages", "ports", "rows",
        "processes", "host MiB", "web MiB", "network MiB",
    ]

    private let bridge: BridgeStatus
    private let workers: ServiceWorkerStatus
    private let descriptors: Int
    private let processes: ChildProcessFigures
    private let hostMemory: Int

    init(of view: SWWebView) async throws {
        bridge = view.bridgeStatus
        workers = try await view.serviceWorkerStatus
        descriptors = ProcessFigures.descriptors
        hostMemory = ProcessFigures.residentMiB("self")
        processes = ChildProcessFigures()
    }

    var counts: [Int] {
        [
            descriptors, bridge.nativeStreams, bridge.openRequests, workers.realms, workers.clients,
            workers.registrations, workers.runningWorkers, workers.hiddenPages, workers.ports,
            workers.rows.values.reduce(0, +),
            processes.count, hostMemory, processes.webMemory, processes.networkMemory,
        ]
    }
}
