import ArgumentParser
import Foundation
import HTTPMessages
import LocalServer
import WebDriverServer
import WebKit

/// `swwebview driver`: a WebDriver endpoint.
struct DriverCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "driver", abstract: "Let WebDriver clients (Selenium, WebdriverIO, a Selenium Grid) drive views.",
        discussion: """
            swwebview driver
            swwebview driver --port 0 --max-sessions 4 --map sw://app.example=./dist
            swwebview driver --host 0.0.0.0 --token "$(openssl rand -hex 16)"
            swwebview driver --max-sessions 4 --grid-config > node.toml

            Every view option is what sessions have unless their capability “swwebview:options” says otherwise:
            {"browserName": "swwebview", "swwebview:options": {"map": ["sw://app.example=./dist"], "size": "390x844"}}

            Whoever may make sessions may read your files, by “map” for example: others than this machine's users need the
            token (Authorization: Bearer, or as the password in http://user:TOKEN@host:port). On a machine that you share
            with others, give one, too. GET /session/ID/swwebview/log gives what pages, workers and the bridge said, and which
            navigations failed;
            POST /session/ID/swwebview/offline with {"offline": true}, "strict" or false takes it off the network and back.

            Playwright's webkit.connect_over_cdp gets a session with the options of the header “swwebview-options”.
            """)

    @Option(name: .long, help: ArgumentHelp("The port; 0 picks a free one.", valueName: "number"))
    var port: UInt16 = 4444

    @Option(
        name: .long, help: ArgumentHelp("The address to listen on; one of others' needs --token.", valueName: "address")
    )
    var host: String = "127.0.0.1"

    @Option(name: .long, help: ArgumentHelp("Ask clients for this secret.", valueName: "secret"))
    var token: String?

    @Option(
        name: .long,
        help: ArgumentHelp("The most sessions at a time; one for each core unless given.", valueName: "number"))
    var maxSessions: Int = max(ProcessInfo.processInfo.activeProcessorCount, 1)

    @Option(
        name: .long,
        help: ArgumentHelp(
            "The longest wait of a client when all sessions are in use; 0 refuses at once.", valueName: "seconds"))
    var sessionWait: Double = 300

    @Flag(name: .long, help: "Print the configuration of a Selenium Grid node that relays to this driver, and end.")
    var gridConfig = false

    @OptionGroup(title: "View options") var view: ViewOptions

    @MainActor
    mutating func run() async throws {
        guard (1...1000).contains(maxSessions) else {
            throw UsageError("--max-sessions: give a number from 1 to 1000.")
        }
        guard (0...Duration.longestSeconds).contains(sessionWait) else {
            throw UsageError(
                "--session-wait: give a number of seconds from 0, up to \(Int(Duration.longestSeconds)), a year.")
        }
        do {
            let address = try LocalServerAddress(host: host, port: port, token: token)
            if gridConfig { return try printGridConfiguration(address) }
            try await serve(at: address)
        } catch let error as LocalServerError {
            throw UsageError(error.description)
        }
    }

    @MainActor
    private func printGridConfiguration(_ address: LocalServerAddress) throws {
        guard port != 0 else { throw UsageError("--port: a relay needs a port that stays the same.") }
        var driver = URLComponents(url: address.url, resolvingAgainstBaseURL: false)
        driver?.path = ""
        if let token {
            driver?.user = "grid"
            driver?.password = token
        }
        let text = GridConfiguration.toml(
            driver: driver?.url ?? address.url, maxSessions: maxSessions,
            browserVersion: WebKitEnvironment.webKitVersion)
        print(text, terminator: "")
    }

    @MainActor
    private func serve(at address: LocalServerAddress) async throws {
        var configuration = DriverConfiguration(
            browser: URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath().path,
            browserVersion: WebKitEnvironment.webKitVersion, maxSessions: maxSessions)
        configuration.knownOptions = ViewOptions.sessionOptionKinds
        configuration.defaultOptions = view.sessionOptions
        configuration.checkOptions = { ViewOptions.flaw(in: $0) }
        configuration.sessionPatience = .seconds(sessionWait)
        let handler = WebDriverHandler(configuration, token: token)
        // For requests to the inspected browsers, which are on this machine; browsers have the environment as it was.
        setenv("no_proxy", "*", 1)
        let server = try await LocalServer.start(at: address, handler: handler)
        print("Listening on \(server.url)")
        fflush(nil)
        let signal = await EndSignals.first()
        await handler.close()
        await server.stop()
        EndSignals.end(by: signal)
    }
}
