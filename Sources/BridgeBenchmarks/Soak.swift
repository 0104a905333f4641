import ArgumentParser
import Foundation
import SWWebView
import URLInterception
import WebKit

/// Registers and loads controlled frames over and over, and shows what the host holds in between.
struct Soak: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Thousands of registrations and controlled page loads: what is left behind.",
        discussion: """
            Prints what is held after every step: descriptors, streams, realms, clients, workers, hidden pages, rows, and \
            the memory of this process and of its web processes. A count that grows is a leak.
            """)

    @Option(help: "How often each thing is done.")
    var cycles = 10_000

    @Option(help: "After how many cycles the host looks.")
    var step = 1000

    @Option(help: "The folder of the soak page.", completion: .directory)
    var page = "Pages/bench/soak"

    func validate() throws {
        guard step > 0, cycles >= step else { throw ValidationError("--step must be from 1 to --cycles") }
    }

    @MainActor
    func run() async throws {
        try WebKitEnvironment.prepare()
        let host = "soak.example"
        let checkpoints = SoakCheckpoints()
        let configuration = WKWebViewConfiguration()
        configuration.websiteDataStore = .nonPersistent()
        configuration.userContentController.add(checkpoints, name: "soak")
        let view = SWWebView(frame: HostedPage.frame, configuration: configuration)
        view.serviceWorkerPermittedDomains = [host]
        view.loader = MappedLoader(map: try OriginMap(["sw://\(host)=\(page)"]))
        guard let url = URL(string: "sw://\(host)/soak.html?cycles=\(cycles)&step=\(step)") else { return }
        view.load(URLRequest(url: url))
        var rows = [Holdings.heading]
        for await checkpoint in checkpoints.stream {
            guard !checkpoint.kind.hasPrefix("failed") else { throw BenchmarkError("the page \(checkpoint.kind)") }
            rows.append(try await Holdings(of: view).cells(checkpoint))
            FileHandle.standardError.write(Data("\(checkpoint.kind) \(checkpoint.done)\n".utf8))
            if checkpoint.kind == "end" { break }
            view.evaluateJavaScript("proceed()", completionHandler: nil)
        }
        print(Table.text(of: rows))
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
        descriptors = (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").count) ?? 0
        hostMemory = Self.residentMiB("self")
        webMemory = Self.children.filter { Self.name($0).hasPrefix("WebKitWebProces") }
            .reduce(0) { $0 + Self.residentMiB($1) }
    }

    func cells(_ checkpoint: SoakCheckpoint) -> [String] {
        let counts = [
            descriptors, bridge.nativeStreams, bridge.openRequests, workers.realms, workers.clients,
            workers.registrations, workers.runningWorkers, workers.hiddenPages, workers.ports,
            workers.rows.values.reduce(0, +), hostMemory, webMemory,
        ]
        return ["\(checkpoint.kind) \(checkpoint.done)"] + counts.map(String.init) + [""]
    }

    private static func residentMiB(_ process: String) -> Int {
        let status = (try? String(contentsOfFile: "/proc/\(process)/status", encoding: .utf8)) ?? ""
        let line = status.split(separator: "\n").first { $0.hasPrefix("VmRSS:") } ?? ""
        return (line.split(separator: " ").dropFirst().first.flatMap { Int($0) } ?? 0) / 1024
    }

    private static func name(_ process: String) -> String {
        (try? String(contentsOfFile: "/proc/\(process)/comm", encoding: .utf8)) ?? ""
    }

    private static var children: [String] {
        let tasks = (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/task")) ?? []
        return tasks.flatMap { task in
            let text = (try? String(contentsOfFile: "/proc/self/task/\(task)/children", encoding: .utf8)) ?? ""
            return text.split(separator: " ").map(String.init)
        }
    }
}
