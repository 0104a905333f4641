import BiDiServer
import Foundation
import HTTPMessages
import SWWebView
import Simulator
import URLInterception
import WebDriverServer
import WebKit

/// `swwebview --driven`: the browser of a session of `swwebview driver`. The options come from the file that SWWEBVIEW_CONFIG names.
@MainActor
enum DrivenProcess {
    /// Runs until the session ends.
    static func run() async throws {
        let link = try DriverLink.fromEnvironment()
        do {
            let simulator = try await makeSimulator()
            link.begin()
            await serve(link, simulator)
        } catch {
            link.fail(reason(for: error))
            throw error
        }
    }

    private static func makeSimulator() async throws -> Simulator {
        let file = try ConfigurationFile.named(by: [])
        let given = file?.arguments(known: OptionNames.automation) ?? []
        return try await makeSimulator(try ViewOptions.parse(Connectivity.spelledOut(given)))
    }

    /// Makes the phone and the app of a browser of WebDriver BiDi.
    static func makeSimulator(_ view: ViewOptions) async throws -> Simulator {
        try BiDiBrowser.prepare()
        var options = try view.pageOptionsWithoutNative()
        try WebKitEnvironment.prepare(screenWidth: 4096, screenHeight: 4096)
        // All windows of a session belong to one app, and share its phone and, but for other user contexts, its store.
        let store = options.dataStore ?? .temporary()
        options.dataStore = store
        // Before the store has a view.
        try options.system.prepare(store)
        options.phone = options.phone ?? SimulatedPhone()
        // The script's engine is one of WebKit's. Were it the first, its thread would connect to the debugger, and no page would be known.
        if view.native.native != nil { await BiDiBrowser.connect(store) }
        options.native = try await view.native.configuration()
        return try await Simulator(options)
    }

    private static func serve(_ link: DriverLink, _ simulator: Simulator) async {
        let browser = BiDiBrowser(simulator, send: { link.send($0) }, ended: { link.close() })
        var commands: SessionCommands?
        for await order in link.orders {
            switch order {
            case .text(let text, let client): browser.receive(text) { link.send($0, to: client) }
            case .gone: break
            case .command(let number, "POST", [], let body):
                let session = SessionCommands(browser, simulator, link)
                commands = session
                Task { await session.begin(number, body) }
            case .command(let number, "DELETE", [], _):
                link.reply(to: number, status: 200, Data("{\"value\":null}".utf8))
                browser.close()
            case .command(let number, let method, let name, let body):
                guard let session = commands else {
                    let error = WebDriverError(.invalidSessionID, "the session is one of WebDriver BiDi")
                    link.reply(to: number, status: error.code.status, error.body.data)
                    break
                }
                Task { await session.answer(number, method, name, body) }
            }
        }
        browser.close()
    }

    private static func reason(for error: any Error) -> String {
        switch error {
        case let error as UsageError: error.description
        case let error as NativeCallError: error.description
        case let error as WebKitEnvironmentError: error.description
        default: ViewOptions.message(for: error)
        }
    }
}
