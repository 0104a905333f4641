import ChildProcesses
import Foundation
import HostProfiles
import NativeHosts
import SWWebView
import URLInterception
import WebDriverServer
import WebKit
import WebViewTesting

/// `swwebview --automation`: the browser that WebKitWebDriver starts. WebKitWebDriver passes no arguments, so the options come
/// from the file that SWWEBVIEW_CONFIG names, and a variable names the driver's socket.
@MainActor
enum AutomationHost {

    /// Runs until the session ends.
    static func run() async throws {
        let link = try DriverLink.fromEnvironment()
        do {
            try await run(link)
        } catch {
            link?.fail(reason(for: error))
            throw error
        }
    }

    private static func run(_ link: DriverLink?) async throws {
        let file = try ConfigurationFile.named(by: [])
        let given = file?.arguments(known: OptionNames.automation.subtracting(own)) ?? []
        let view = try ViewOptions.parse(Connectivity.spelledOut(given))
        var options = try await view.pageOptions()
        try WebKitEnvironment.prepare()
        let store = options.dataStore ?? .nonPersistent()
        options.dataStore = store
        // All windows of a session belong to one app, and share its phone.
        options.phone = options.phone ?? SimulatedPhone()
        let windows = AutomationWindows(
            options: options, native: try await options.native.makeHost(), log: link == nil ? nil : SessionLog())
        windows.pageCrashed = { link?.fail("the process of a page ended: it crashed, or was killed") }
        let ended = AsyncStream.makeStream(of: Void.self)
        let version = file?.values["application-version"]?.first ?? WebKitEnvironment.webKitVersion
        store.allowAutomation(
            applicationName: file?.values["application-name"]?.first ?? "swwebview", version: version,
            makeView: { windows.open() }, ended: { ended.continuation.finish() })
        // Nobody is left to drive where WebKitWebDriver has gone.
        let driver = ProcessWatch(getppid())
        Task {
            await driver?.ended()
            ended.continuation.finish()
        }
        link?.start(
            waits: { $0 == "native command" },
            answer: { try await SessionCommands(windows: windows).answer($0, $1) },
            ended: { ended.continuation.finish() })
        for await _ in ended.stream {}
    }

    private static let own: Set<String> = ["application-name", "application-version"]

    private static func reason(for error: any Error) -> String {
        switch error {
        case let error as UsageError: error.description
        case let error as NativeCallError: error.description
        case let error as WebKitEnvironmentError: error.description
        default: ViewOptions.message(for: error)
        }
    }
}
