import ArgumentParser
import FlyingFox
import Foundation
import WebKit

/// WebKit's side of the comparison: a plain view, and a web server on this machine that it gets the page from.
struct PlainHost: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "native", abstract: "Measures WebKit's own service workers.", shouldDisplay: false,
        subcommands: [PlainExchangeHost.self])
}

/// Prints the figures that the page measures.
struct PlainExchangeHost: AsyncParsableCommand {
    static let configuration = CommandConfiguration(commandName: "roundtrip")

    @Argument(help: "The page; its folder is served beside it.")
    var page: String

    func run() async throws {
        let file = URL(fileURLWithPath: page)
        let server = HTTPServer(
            address: try .inet(ip4: "127.0.0.1", port: 0), logger: .disabled,
            handler: DirectoryHTTPHandler(root: file.deletingLastPathComponent()))
        let running = Task { try await server.run() }
        defer { running.cancel() }
        try await server.waitUntilListening(timeout: 60)
        guard case .ip4(_, let port) = await server.listeningAddress,
            let address = URL(string: "http://127.0.0.1:\(port)/\(file.lastPathComponent)")
        else { throw BenchmarkError("the web server has no address") }
        print(
            try await HostedPage.report(of: address) { @MainActor in
                WKWebView(frame: HostedPage.frame, configuration: $0)
            }.text)
    }
}
