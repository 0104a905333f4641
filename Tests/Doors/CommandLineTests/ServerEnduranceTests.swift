import Foundation
import FoundationNetworking
import TestSupport
import Testing

extension FailureSuite {
    @Suite("Servers") struct ServerEnduranceTests {
        private let folder: TemporaryFolder

        init() throws {
            folder = try TemporaryFolder()
            try folder.write("<p>page</p>", to: "page.html")
        }

        @Test(arguments: [
            (["driver", "--port", "0"], "/status"),
            (["preview", "page.html", "--browser", "--port", "0"], "/preview.js"),
        ])
        func `a server outlives more idle connections than it has descriptors`(
            arguments: [String], path: String
        ) async throws {
            let lines = folder.url.appending(path: "lines")
            #expect(mkfifo(lines.path, 0o600) == 0)
            let script = #"ulimit -n 256; exec "$0" "$@" > lines"#
            let command = try RunningCommand(
                ["/bin/sh", "-c", script, Command.executable] + arguments, folder: folder.url,
                environment: Command.environment, blocking: [])
            defer { command.signal(SIGKILL) }
            let output = try await Command.open(lines)
            let line = String(decoding: output.availableData, as: UTF8.self)
            let port = try #require(line.firstMatch(of: /127\.0\.0\.1:(\d+)/).flatMap { UInt16($0.1) })
            do {
                try await Self.holdConnections(to: port, path)
            } catch {
                command.signal(SIGTERM)
                let result = try await command.result()
                Issue.record(error, "The command's status is \(result.status): \(result.errors)")
                return
            }
            command.signal(SIGTERM)
            #expect(try await command.result().status == -SIGTERM)
            // The command may end when its output is closed.
            withExtendedLifetime(output) {}
        }

        /// Opens more idle connections than the command has descriptors, and sends a request beside them.
        private static func holdConnections(to port: UInt16, _ path: String) async throws {
            let idle = try (0..<400).map { _ in try IdleConnection(to: port) }
            let url = try #require(URL(string: "http://127.0.0.1:\(port)\(path)"))
            let (_, response) = try await URLSession.shared.data(from: url)
            #expect((response as? HTTPURLResponse)?.statusCode == 200)
            withExtendedLifetime(idle) {}
        }
    }
}

/// A connection that sends nothing.
private final class IdleConnection {
    private let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)

    init(to port: UInt16) throws {
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = port.bigEndian
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        let status = withUnsafePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
        guard status == 0 else { throw POSIXError(POSIXError.Code(rawValue: errno) ?? .EIO) }
    }

    deinit { close(descriptor) }
}
