import ChildProcesses
import Foundation
import SWWebView
import Simulator
import URLInterception
import WebKit
import WebViewTesting

/// `swwebview --automation`: the browser that somebody's WebKitWebDriver starts. WebKitWebDriver passes no arguments, so the options come
/// from the file that SWWEBVIEW_CONFIG names.
@MainActor
enum AutomationProcess {
    /// The windows of the session; nil until the session begins and the script of its native half is loaded.
    private static var windows: AutomationWindows?
    private static var opening: Task<Void, Never>?

    /// Runs until the session ends.
    static func run() async throws {
        let file = try ConfigurationFile.named(by: [])
        let given = file?.arguments(known: OptionNames.automation.subtracting(own)) ?? []
        let view = try ViewOptions.parse(Connectivity.spelledOut(given))
        var options = try view.pageOptionsWithoutNative()
        try WebKitEnvironment.prepare()
        let store = options.dataStore ?? .temporary()
        options.dataStore = store
        // Before the store has a view.
        try options.system.prepare(store)
        // All windows of a session belong to one app, and share its phone.
        options.phone = options.phone ?? SimulatedPhone()
        let (ends, end) = AsyncThrowingStream.makeStream(of: Void.self)
        let version = file?.values["application-version"]?.first ?? WebKitEnvironment.webKitVersion
        store.allowAutomation(
            applicationName: file?.values["application-name"]?.first ?? "swwebview", version: version,
            makeView: { [options] in
                opening =
                    opening
                    ?? Task {
                        do {
                            windows = try await open(options, view.native)
                        } catch {
                            end.finish(throwing: error)
                        }
                    }
                do { return try windows?.open() } catch {
                    end.finish(throwing: error)
                    return nil
                }
            }, ended: { end.finish() })
        // Nobody is left to drive where WebKitWebDriver has gone.
        let driver = ProcessWatch(getppid())
        Task {
            await driver?.ended()
            end.finish()
        }
        for try await _ in ends {}
    }

    /// Loads the native half, and makes the windows.
    ///
    /// This happens after WebKitWebDriver has begun the session. The thread of a script's engine would keep WebKit from telling it
    /// that a session is possible.
    private static func open(
        _ given: SimulatorOptions, _ native: NativeOptions
    ) async throws -> AutomationWindows {
        var options = given
        options.native = try await native.configuration()
        return AutomationWindows(of: try await Simulator(options))
    }

    private static let own: Set<String> = ["application-name", "application-version"]
}
