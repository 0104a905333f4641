import ArgumentParser
import Foundation
import SWWebView
import URLInterception
import WebKit

/// Registers, loads controlled frames and runs suite pages over and over, and shows what the host holds in between.
struct Soak: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Thousands of registrations, controlled page loads and suite pages: what is left behind.",
        discussion: """
            Prints what is held after every step: descriptors, streams, realms, clients, workers, hidden pages, rows, and \
            the memory of this process and of its web processes. Fails when a figure of the second half of the checkpoints \
            is more than 5 % above that of the first half.
            """)

    @Option(help: "How often each thing is done.")
    var cycles = 10_000

    @Option(help: "After how many cycles the host looks.")
    var step = 1000

    @Option(help: "How many suite pages are run, each of which registers a worker in a data store of its own.")
    var pages = 1000

    @Option(help: "The folder of the soak page.", completion: .directory)
    var page = "Pages/bench/soak"

    func validate() throws {
        guard step > 0, cycles >= step else { throw ValidationError("--step must be from 1 to --cycles") }
        guard pages >= 0 else { throw ValidationError("--pages must be 0 or more") }
    }

    @MainActor
    func run() async throws {
        try WebKitEnvironment.prepare()
        var growth = try await soakBridge()
        if pages > 0 { growth += try await SuiteSoak(count: pages, step: max(pages / 10, 1), folder: page).run() }
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
        var rows = [Holdings.heading]
        var figures: [String: Flatness] = [:]
        for await checkpoint in checkpoints.stream {
            guard !checkpoint.kind.hasPrefix("failed") else { throw BenchmarkError("the page \(checkpoint.kind)") }
            let counts = try await Holdings(of: view).counts
            rows.append(["\(checkpoint.kind) \(checkpoint.done)"] + counts.map(String.init) + [""])
            figures[checkpoint.kind, default: Flatness(Array(Holdings.heading.dropFirst().dropLast()))].add(counts)
            FileHandle.standardError.write(Data("\(checkpoint.kind) \(checkpoint.done)\n".utf8))
            if checkpoint.kind == "end" { break }
            view.evaluateJavaScript("proceed()", completionHandler: nil)
        }
        print(Table.text(of: rows))
        return figures.sorted { $0.key < $1.key }.flatMap { kind, figures in figures.growth.map { "\(kind): \($0)" } }
    }
}

/// Where the page stands.
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

/// What the host holds at one moment.
@MainActor
struct Holdings {
    static let heading = [
        "", "descriptors", "streams", "requests", "realms", "clients", "registrations", "workers", "pages", "ports",
        "rows",
        "host MiB", "web MiB", "",
    ]

    private let bridge: BridgeStatus
    private let workers: ServiceWorkerStatus
    private let descriptors: Int
    private let hostMemory: Int
    private let webMemory: Int

    init(of view: SWWebView) async throws {
        bridge = view.bridgeStatus
        workers = try await view.serviceWorkerStatus
        descriptors = ProcessFigures.descriptors
        hostMemory = ProcessFigures.residentMiB("self")
        webMemory = ProcessFigures.children.filter { ProcessFigures.name($0).hasPrefix("WebKitWebProces") }
            .reduce(0) { $0 + ProcessFigures.residentMiB($1) }
    }

    var counts: [Int] {
        [
            descriptors, bridge.nativeStreams, bridge.openRequests, workers.realms, workers.clients,
            workers.registrations, workers.runningWorkers, workers.hiddenPages, workers.ports,
            workers.rows.values.reduce(0, +), hostMemory, webMemory,
        ]
    }
}
