import Foundation
import TestSupport
import Testing

extension OriginSuite {
    @Suite("--ca") struct CertificateTests {
        /// A page of a server with an unknown certificate.
        private static let page = """
            <script>
            const socket = new WebSocket(location.href.replace('http', 'ws'));
            socket.onopen = () => socket.send('hello');
            const heard = new Promise((resolve) => {
                socket.onmessage = ({ data }) => resolve(data);
                socket.onerror = () => resolve('error');
            });
            Promise.all([heard, fetch('/again').then(({ status }) => status)]).then((seen) => {
                console.log(`1..1\\n${seen.join() === 'hello,200' ? '' : 'not '}ok 1 - ${seen}`);
            });
            </script>
            """
        private static let certificate = TLSServer.folder.appending(path: "server.pem").path
        private let folder: TemporaryFolder

        init() throws { folder = try TemporaryFolder() }

        @Test func `a server with an unknown certificate is refused, and trusted with --ca`() async throws {
            let server = try await TLSServer(page: Self.page)
            let address = "https://localhost:\(server.port)"
            let refused = try await Command.run("test", address + "/", in: folder)
            #expect(refused.status == 1)
            let trusted = try await Command.run("test", address + "/", "--ca", Self.certificate, in: folder)
            #expect(trusted.status == 0, "\(trusted.output)\(trusted.errors)")
        }

        @Test func `a mapped server is refused, and trusted if a configuration names its certificate`() async throws {
            let server = try await TLSServer(page: Self.page)
            let map = "https://app.example=https://localhost:\(server.port)"
            let refused = try await Command.run("test", "https://app.example/", "--map", map, in: folder)
            #expect(refused.status == 1)
            let options = "map: [\"\(map)\"]\nca: \(Self.certificate)\n"
            try folder.write(options, to: "options.yaml")
            let trusted = try await Command.run("test", "https://app.example/", "--config", "options.yaml", in: folder)
            #expect(trusted.status == 0, "\(trusted.output)\(trusted.errors)")
        }

        @Test func `a server that is mapped to an sw origin is trusted`() async throws {
            let server = try await TLSServer(
                page: "<script>console.log(`1..1\\n${location.protocol === 'sw:' ? '' : 'not '}ok 1`)</script>")
            let run = try await Command.run(
                "test", "sw://app.example/", "--map", "sw://app.example=https://localhost:\(server.port)", "--ca",
                Self.certificate, in: folder)
            #expect(run.status == 0, "\(run.output)\(run.errors)")
        }

        @Test func `a host that the certificate does not name is refused`() async throws {
            let server = try await TLSServer(page: Self.page, at: "127.0.0.2")
            let run = try await Command.run(
                "test", "https://127.0.0.2:\(server.port)/", "--ca", Self.certificate, in: folder)
            #expect(run.status == 1)
        }

        @Test func `a missing file or one without certificates ends with exit code 2 and is named`() async throws {
            try folder.write("no certificate", to: "empty.pem")
            try folder.writePage("page.html", printing: "1..1", "ok 1")
            for name in ["empty.pem", "missing.pem"] {
                let run = try await Command.run("test", "page.html", "--ca", name, in: folder)
                #expect(run.status == 2)
                #expect(run.errors.contains("--ca: ") && run.errors.contains(name), "\(run.errors)")
            }
        }
    }
}

/// A server over TLS, with a certificate of its own for `localhost` and 127.0.0.1, for the length of a test.
private final class TLSServer {
    static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appending(path: "Certificates")

    let port: Int
    private let process = Process()

    init(page: String, at address: String = "127.0.0.1") async throws {
        let (input, output) = (Pipe(), Pipe())
        process.executableURL = ReportReader.python.appending(path: "bin/python")
        process.arguments = [
            "-B", Self.folder.appending(path: "tls_server.py").path, Self.folder.appending(path: "server.pem").path,
            address,
        ]
        process.standardInput = input
        process.standardOutput = output
        // Readers of the tests' own output must not wait for the server.
        process.standardError = FileHandle.nullDevice
        try process.run()
        input.fileHandleForWriting.write(Data(page.utf8))
        try input.fileHandleForWriting.close()
        let line = await withCheckedContinuation { continuation in
            // Blocks until the line is there, on a thread of its own.
            Thread.detachNewThread { continuation.resume(returning: output.fileHandleForReading.availableData) }
        }
        let text = String(decoding: line, as: UTF8.self).trimmingCharacters(in: .whitespacesAndNewlines)
        guard let port = Int(text) else { throw CocoaError(.executableLoad) }
        self.port = port
    }

    /// A process that Foundation starts may have SIGTERM blocked.
    deinit { kill(process.processIdentifier, SIGKILL) }
}
