import ArgumentParser
import BiDiServer
import Foundation
import LocalServer
import Simulator
import WebKit

/// `swwebview bidi`: a browser for one client of WebDriver BiDi, which starts browsers itself, as Playwright does.
struct BiDiCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(commandName: "bidi", shouldDisplay: false)

    // The options of the program that clients start.
    @Option var remoteDebuggingPort: UInt16 = 0
    @Flag var headless = false
    @Option var profile: String?

    @OptionGroup var view: ViewOptions

    @MainActor
    mutating func run() async throws {
        do {
            let simulator = try await DrivenProcess.makeSimulator(view)
            try await serve(at: LocalServerAddress(port: remoteDebuggingPort), simulator)
        } catch let error as UsageError {
            throw error
        } catch {
            throw UsageError("\(error)")
        }
    }

    /// Serves one client, and returns when it has gone.
    @MainActor
    private func serve(at address: LocalServerAddress, _ simulator: Simulator) async throws {
        let (ends, end) = AsyncStream.makeStream(of: Void.self)
        let handler = OneClientHandler { socket in
            let browser = BiDiBrowser(simulator, send: { socket.send(.text($0)) }, ended: { socket.close() })
            for await message in socket.messages {
                if case .text(let text) = message { browser.receive(text) { socket.send(.text($0)) } }
            }
            browser.close()
            end.finish()
        }
        let server = try await LocalServer.start(at: address, handler: handler)
        FileHandle.standardError.write(
            Data("WebDriver BiDi listening on ws://\(server.address.host):\(server.address.port)\n".utf8))
        for await _ in ends {}
        await server.stop()
    }
}

/// Serves the web socket `/session` to its first client.
private final class OneClientHandler: HTTPHandler {
    private let serve: @MainActor @Sendable (WebSocket) async -> Void
    @MainActor private var isTaken = false

    init(_ serve: @escaping @MainActor @Sendable (WebSocket) async -> Void) { self.serve = serve }

    func handleRequest(_ request: HTTPRequest) async -> HTTPResponse { HTTPResponse(status: 404) }

    func webSocket(at path: String) -> (@Sendable (WebSocket) async -> Void)? {
        guard path == "/session" else { return nil }
        return { [self] in await begin($0) }
    }

    @MainActor
    private func begin(_ socket: WebSocket) async {
        guard !isTaken else { return }
        isTaken = true
        await serve(socket)
    }
}
