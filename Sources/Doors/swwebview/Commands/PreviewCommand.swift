import ArgumentParser
import Foundation
import LocalServer
import PagePreview
import RemoteInspector
import WebKit

/// `swwebview preview`: a page to look at and to work with.
struct PreviewCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "preview", abstract: "Show a page in a window, or in your browser where there is no display.",
        discussion: """
            swwebview preview Pages/demo --device 'iPhone 17' --watch
            swwebview preview sw://app.example/ --map sw://app.example=./dist --size 390x844
            swwebview preview Pages/demo --port 8080 --host 0.0.0.0 --token "$(openssl rand -hex 16)"

            Where DISPLAY is set, the page gets a window. Elsewhere, and with --browser, --port, --host or --token, it is served at an address of this \
            machine's own: a page with its live picture, which takes clicks, keys and scrolling, and lists its console and its \
            bridge's messages. Ctrl-C ends it.
            """)

    @Argument(help: ArgumentHelp("A page, a folder with an index.html, or an address.", valueName: "page"))
    var page: String

    @Flag(name: .long, help: "Load the page again whenever a file of it changes.")
    var watch = false

    @Flag(name: .long, help: "Open the Web Inspector beside the window.")
    var inspector = false

    @Flag(name: .long, help: "Serve the page to a browser, even if there is a display.")
    var browser = false

    @Option(
        name: .long,
        help: "The port that a browser opens; 0 picks a free one. (default: \(InterfaceOptions.usualPort))")
    var port: UInt16?

    @Option(
        name: .long, help: ArgumentHelp("The address that a browser opens: this machine's own.", valueName: "address"))
    var host: String?

    @Option(name: .long, help: "What a browser has to know: the address gets it as ?token=.")
    var token: String?

    @Option(
        name: .long,
        help: ArgumentHelp(
            "Let clients of WebKit's inspector protocol drive the page, such as Playwright's webkit.connect_over_cdp; 0 picks a free port.",
            valueName: "port"))
    var remoteDebuggingPort: UInt16?

    @OptionGroup(title: "Options of HTTP archives") var archives: ArchiveOptions

    @OptionGroup(title: "View options") var view: ViewOptions

    @MainActor
    mutating func run() async throws {
        let hasDisplay = !(ProcessInfo.processInfo.environment["DISPLAY"] ?? "").isEmpty
        // An address is for browsers.
        let usesWindow = hasDisplay && !browser && port == nil && host == nil && token == nil
        guard usesWindow || !inspector else {
            throw UsageError(
                "--inspector needs a display of yours: set DISPLAY, and leave --browser, --port, --host and --token out."
            )
        }
        var options = PreviewOptions(view: try await view.pageOptions())
        try archives.apply(to: &options.view)
        options.view.har?.begin(page)
        options.watchesFiles = watch
        options.opensInspector = inspector
        let reference = try PageArgument.reference(page, map: options.view.origins, host: options.view.app)
        view.nameIdleOptions(for: [reference], map: options.view.origins)
        // A person's display has a scale of its own, and no room for a phone's.
        if usesWindow { options.view.system.scale = view.device.scale ?? 1 }
        let address: LocalServerAddress
        do {
            address = try LocalServerAddress(host: host, port: port ?? InterfaceOptions.usualPort, token: token)
        } catch {
            throw UsageError(error.description)
        }
        if remoteDebuggingPort != nil {
            do { try RemoteInspector.prepare() } catch { throw UsageError("--remote-debugging-port: \(error)") }
        }
        try WebKitEnvironment.prepare(screenWidth: 4096, screenHeight: 4096)
        do {
            let preview = try await PagePreview(of: reference, options: options)
            preview.print { Self.write($0) }
            var inspector: LocalServer?
            if let remoteDebuggingPort {
                let server = try await preview.serveInspector(
                    at: try LocalServerAddress(port: remoteDebuggingPort, token: token))
                Self.write("Connect a debugger to \(server.url)\n")
                inspector = server
            }
            defer { _ = inspector }
            guard !usesWindow else { return await preview.show() }
            try await preview.serve(at: address) { url in
                let open = token.map { "\(url.absoluteString)?token=\($0)" } ?? url.absoluteString
                Self.write("Open \(open)\n")
            }
        } catch let error as LocalServerError {
            throw UsageError(error.description)
        } catch {
            throw UsageError("\(error)")
        }
    }

    /// Prints text at once, also into a pipe.
    @MainActor
    private static func write(_ text: String) {
        do {
            try FileHandle.standardOutput.write(contentsOf: Data(text.utf8))
        } catch {
            WebKitEnvironment.exit(ExitStatus.failure.rawValue)
        }
    }
}
