import ChildProcesses
import Foundation
import FoundationNetworking
import LocalServer
import Synchronization

/// A browser that one client of WebKit's inspector protocol drives. It ends with its client. Any thread.
final class InspectedBrowser: Sendable {
    /// The line of the browser that has its address.
    private static let announcement = "Connect a debugger to "

    private let folder: SessionFolder
    private let process = Mutex<ChildProcess?>(nil)

    /// - Throws: ``WebDriverError``.
    init(options: SessionOptions) throws(WebDriverError) { folder = try SessionFolder(options: options) }

    /// Starts the browser.
    ///
    /// - Parameter token: the secret that the browser asks its client for; nil for none.
    /// - Returns: the list of its pages, as its client reads it.
    /// - Throws: ``WebDriverError`` when there is none. The browser has ended then.
    func start(_ configuration: DriverConfiguration, token: String?) async throws -> Data {
        let process = try await run(configuration, token)
        guard let output = process.output, let line = await Self.firstLine(of: output),
            line.hasPrefix(Self.announcement), let url = URL(string: String(line.dropFirst(Self.announcement.count)))
        else {
            process.kill()
            throw Self.ended
        }
        // The browser has read its options.
        folder.remove()
        var request = URLRequest(url: url.appending(path: "json"))
        if let token { request.setValue("Bearer \(token)", forHTTPHeaderField: "Authorization") }
        let (list, response) = try await URLSession.shared.data(for: request)
        guard (response as? HTTPURLResponse)?.statusCode == 200 else {
            process.kill()
            throw WebDriverError(.sessionNotCreated, "the browser does not list its page")
        }
        return list
    }

    private static var ended: WebDriverError {
        WebDriverError(.sessionNotCreated, "the browser ended, and says why on the driver's standard error")
    }

    private func run(_ configuration: DriverConfiguration, _ token: String?) async throws(WebDriverError)
        -> ChildProcess
    {
        var environment = configuration.environment
        environment["SWWEBVIEW_CONFIG"] = folder.optionsFile
        // The browser has a display of its own.
        environment["DISPLAY"] = nil
        environment["SWWEBVIEW_TOKEN"] = token
        let program = Program(
            path: configuration.browser, arguments: ["inspected"], environment: environment, output: .pipe)
        do {
            let process = try await program.startTied()
            self.process.withLock { $0 = process }
            return process
        } catch {
            throw WebDriverError(.sessionNotCreated, "the browser cannot be started: \(error.localizedDescription)")
        }
    }

    /// Returns once the browser has ended, at once for one that never began.
    func ended() async { _ = await process.withLock { $0 }?.ended() }

    /// Ends the browser.
    func end() { process.withLock { $0 }?.terminate() }

    /// Returns the first line that a program prints; nil for one that ends before.
    private static func firstLine(of output: FileHandle) async -> String? {
        let (lines, line) = AsyncStream.makeStream(of: String.self)
        let text = Mutex(Data())
        output.readabilityHandler = { handle in
            let piece = handle.availableData
            let (first, isOver) = text.withLock { text in
                text.append(piece)
                let end = text.firstIndex(of: UInt8(ascii: "\n"))
                return (end.map { String(decoding: text[..<$0], as: UTF8.self) }, piece.isEmpty)
            }
            if let first { line.yield(first) }
            guard first != nil || isOver else { return }
            line.finish()
            handle.readabilityHandler = nil
        }
        for await line in lines { return line }
        return nil
    }
}
