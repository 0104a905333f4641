import Foundation
import LocalServer
import PagePreview
import ProcessFiles
import WebKit
import WebViewTesting

/// The interface of tests that `swwebview test --ui` serves, with a folder for its pictures and traces. Main actor only.
@MainActor
final class ServedInterface {
    let interface: TestInterface
    private let folder: URL

    /// Makes the interface, and has pages leave pictures and traces of failures for it.
    ///
    /// - Throws: ``UsageError`` where there is no room for these files.
    init(watchesFiles: Bool, options: inout PageSuiteOptions) throws {
        interface = TestInterface(watchesFiles: watchesFiles)
        do {
            folder = try TemporaryFolder.ofProcess().appending(path: "interface", directoryHint: .isDirectory)
            try PrivateFiles.makeFolder(folder)
        } catch {
            throw UsageError(
                "--ui: no temporary folder can be made: \(error.localizedDescription). Set TMPDIR to a folder of yours."
            )
        }
        options.screenshots = options.screenshots ?? folder.appending(path: "pictures", directoryHint: .isDirectory)
        options.trace =
            options.trace
            ?? TraceOptions(
                mode: .retainOnFailure, folder: folder.appending(path: "traces", directoryHint: .isDirectory))
        options.showing = { [weak interface] in interface?.show($0) }
        // A window of the interface's own display: one on a desktop would cover other programs.
        unsetenv("DISPLAY")
    }

    var reporter: any RunReporter { TestInterfaceReporter(interface) }

    /// Serves the interface, and prints its address.
    ///
    /// - Throws: ``UsageError`` where it cannot be served.
    func serve(at address: LocalServerAddress) async throws -> LocalServer {
        do {
            let server = try await interface.serve(at: address)
            let token = address.token.map { "?token=\($0)" } ?? ""
            // At once, also into a pipe.
            try? FileHandle.standardOutput.write(contentsOf: Data("Open \(server.url.absoluteString)\(token)\n".utf8))
            return server
        } catch {
            throw UsageError("\(error)")
        }
    }

    /// Removes the files.
    func close() { try? FileManager.default.removeItem(at: folder) }
}

extension NamePattern {
    /// Makes the pattern of one test, by its groups and its own name.
    init(of name: [String]) throws {
        try self.init("^\(NSRegularExpression.escapedPattern(for: name.joined(separator: " ")))$")
    }
}
