import ArgumentParser
import FlyingFox
import Foundation
import WebKit

/// WebKit's side of the comparison: a plain view, and a web server on this machine that it gets the page from.
struct PlainHost: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "native", abstract: "Measures WebKit's own service workers.", shouldDisplay: false,
        subcommands: [PlainExchangeHost.self, PlainColdStartHost.self])
}

/// Prints the figures that the page measures.
struct PlainExchangeHost: AsyncParsableCommand {
    static let configuration = CommandConfiguration(commandName: "roundtrip")

    @Argument(help: "The page; its folder is served beside it.")
    var page: String

    func run() async throws {
        let server = try await PageServer(page)
        defer { server.stop() }
        let view = try await ReportingView { WKWebView(frame: HostedPage.frame, configuration: $0) }
        print(try await view.report(of: server.address).text)
    }
}

/// A web server on this machine for the folder of a page.
struct PageServer {
    /// The address of the page.
    let address: URL
    private let running: Task<Void, any Error>

    init(_ page: String) async throws {
        let file = URL(fileURLWithPath: page)
        let server = HTTPServer(
            address: try .inet(ip4: "127.0.0.1", port: 0), logger: .disabled,
            handler: DirectoryHTTPHandler(root: file.deletingLastPathComponent()))
        running = Task { try await server.run() }
        try await server.waitUntilListening(timeout: 60)
        guard case .ip4(_, let port) = await server.listeningAddress,
            let address = URL(string: "http://127.0.0.1:\(port)/\(file.lastPathComponent)")
        else { throw BenchmarkError("the web server has no address") }
        self.address = address
    }

    func stop() { running.cancel() }
}
