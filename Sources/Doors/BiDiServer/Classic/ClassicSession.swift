import Foundation
import HTTPMessages
import SWWebView
import Simulator
import WebDriverServer
import WebKit

/// A session of WebDriver: its commands over HTTP, carried out in the windows of a ``BiDiBrowser``. Clients of WebDriver BiDi may drive the
/// same windows. Main actor only.
///
/// Source: WebDriver, https://www.w3.org/TR/webdriver2/
@MainActor
package final class ClassicSession {
    /// The closures by which a session's process takes part. Main actor only.
    @MainActor
    package struct Settings {
        /// Prepares the user content of each window that the session opens.
        package var listen: (WKUserContentController) -> Void = { _ in }
        /// Prepares each window, and returns what lasts as long as the window.
        package var opened: (SWWebView) -> [Subscription?] = { _ in [] }
        /// Receives navigations that failed.
        package var failed: (NavigationFailure) -> Void = { _ in }
        /// Called when the web process of a window has ended.
        package var crashed: () -> Void = {}
        /// Called when a client of WebDriver BiDi ends the session.
        package var endedByClient: () -> Void = {}
        /// Called when the last window was closed.
        package var lastWindowClosed: () -> Void = {}

        /// Settings that do nothing.
        package init() {}
    }

    let browser: BiDiBrowser
    let settings: Settings
    /// The current window, which may have closed.
    private(set) var window: BiDiPage?
    /// The frame of ``window`` that commands are for.
    private(set) var frame: BiDiFrame?
    var timeouts = Timeouts()
    /// The progress of a load that commands wait for; nil for none.
    private(set) var stage: BiDiNavigation.Stage? = .complete
    /// The answers to dialogs that commands find, by the kind of dialog.
    private(set) var promptBehaviors: [String: String] = [:]
    /// Whether the next command of WebDriver answers a dialog, and not the browser at once.
    private(set) var answersPrompts = true
    private(set) var isStrictAboutFiles = false

    /// A session of a new browser. ``begin(_:)`` opens its first window.
    package init(_ browser: BiDiBrowser, settings: Settings) {
        (self.browser, self.settings) = (browser, settings)
        browser.classic = self
    }

    /// Opens the first window. Returns the id of the session and its capabilities.
    ///
    /// - Parameter wanted: the capabilities of the client.
    /// - Throws: ``WebDriverError``, when the session cannot begin.
    package func begin(_ wanted: [String: JSONValue]) async throws -> JSONValue {
        do {
            if wanted["proxy"]?.members.map({ !$0.isEmpty && $0["proxyType"] != "direct" }) == true {
                throw WebDriverError(
                    .sessionNotCreated, "“proxy” is not there: the option “map” sends origins to servers")
            }
            try read(wanted)
            var answer =
                try await browser.carryOut(
                    "session.new", Parameters(["capabilities": ["alwaysMatch": .object(wanted)]])
                ).members ?? [:]
            show(browser.pages[0])
            var granted = answer["capabilities"]?.members ?? [:]
            granted["pageLoadStrategy"] = wanted["pageLoadStrategy"] ?? "normal"
            granted["proxy"] = [:]
            granted["setWindowRect"] = true
            granted["strictFileInteractability"] = .bool(isStrictAboutFiles)
            granted["timeouts"] = timeouts.value
            granted["unhandledPromptBehavior"] = wanted["unhandledPromptBehavior"] ?? "dismiss and notify"
            answer["capabilities"] = .object(granted)
            return .object(answer)
        } catch {
            throw WebDriverError(.sessionNotCreated, Self.error(error).message)
        }
    }

    private func read(_ wanted: [String: JSONValue]) throws {
        if let given = wanted["timeouts"]?.members { try timeouts.set(given) }
        switch wanted["pageLoadStrategy"] {
        case "none": stage = nil
        case "eager": stage = .interactive
        default: break
        }
        isStrictAboutFiles = wanted["strictFileInteractability"]?.flag ?? false
        let behavior = wanted["unhandledPromptBehavior"]
        promptBehaviors = behavior?.members?.compactMapValues(\.text) ?? behavior?.text.map { ["default": $0] } ?? [:]
        answersPrompts = behavior == nil || wanted["webSocketUrl"] != true
    }

    // MARK: Commands

    /// Carries out a command. Returns the status and the body of the answer.
    ///
    /// - Parameters:
    ///   - method: the request's method.
    ///   - name: the path below the session's.
    ///   - body: the request's body.
    package func answer(_ method: String, _ name: [String], _ body: Data) async -> (status: Int, body: Data) {
        do {
            let command = try ClassicCommand(method, name, body)
            return (200, Data("{\"value\":".utf8) + (try await answer(command)) + Data("}".utf8))
        } catch {
            let error = Self.error(error)
            return (error.code.status, error.body.data)
        }
    }

    /// Returns the JSON text of a command's value.
    private func answer(_ command: ClassicCommand) async throws -> Data {
        if let value = try await withoutWindow(command) { return value.data }
        let page = try page()
        await page.ready.wait()
        if command.name.first == "alert" { return try answerPrompt(command, page).data }
        try handlePrompt(of: page)
        page.loads.forget()
        page.view.driverActs()
        // A command sees the document that the one before it has led to.
        if !Self.waitsForNoLoad.contains(command.key) {
            try await waitForLoad(of: page)
            try handlePrompt(of: page)
        }
        if let value = try await onWindow(command, page) { return value.data }
        return try await onFrame(command, page)
    }

    /// Commands that end a load.
    private static let waitsForNoLoad: Set<String> = [
        "POST url", "POST back", "POST forward", "POST refresh", "DELETE window",
    ]

    /// Carries out a command that needs no current window.
    private func withoutWindow(_ command: ClassicCommand) async throws -> JSONValue? {
        switch command.key {
        case "GET timeouts": return timeouts.value
        case "POST timeouts":
            try timeouts.set(command.parameters.members)
            return .null
        case "GET window": return .string(try page().id)
        case "GET window/handles": return handles
        case "POST window":
            let handle = try command.parameters.string("handle")
            guard let page = browser.pages.first(where: { $0.id == handle && $0.isAnnounced }) else {
                throw WebDriverError(.noSuchWindow, "there is no window “\(handle)”")
            }
            await page.ready.wait()
            show(page)
            page.view.takeFocus()
            return .null
        default: return nil
        }
    }

    /// The handles of all windows, the oldest first.
    var handles: JSONValue {
        .array(browser.pages.filter(\.isAnnounced).sorted { $0.number < $1.number }.map { .string($0.id) })
    }

    // MARK: The current window

    /// Has commands be for a window.
    func show(_ page: BiDiPage) { (window, frame) = (page, page.main) }

    /// Has commands be for a frame of the current window.
    func show(_ frame: BiDiFrame) { self.frame = frame }

    /// Returns the current window.
    func page() throws(WebDriverError) -> BiDiPage {
        guard let window, browser.pages.contains(where: { $0 === window }) else {
            throw WebDriverError(.noSuchWindow, "the current window was closed: switch to another")
        }
        return window
    }

    /// Returns the current frame of a window.
    func frame(of page: BiDiPage) throws(WebDriverError) -> BiDiFrame {
        guard let frame, page.main.tree.contains(where: { $0 === frame }) else {
            throw WebDriverError(.noSuchWindow, "the current frame has gone: switch to another")
        }
        return frame
    }

    /// Returns the error that a client receives for one of this process.
    static func error(_ error: any Error) -> WebDriverError {
        if let error = error as? WebDriverError { return error }
        guard let error = error as? BiDiError else {
            return WebDriverError(.unknownError, (error as NSError).localizedDescription)
        }
        let code: WebDriverError.Code =
            switch error.code {
            case .noSuchFrame: .noSuchWindow
            case .noSuchNode, .noSuchHandle: .staleElementReference
            case .unableToSetFileInput: .invalidArgument
            default: WebDriverError.Code(rawValue: error.code.rawValue) ?? .unknownError
            }
        return WebDriverError(code, error.message)
    }
}

/// The longest times that commands take. Source: WebDriver, "Timeouts", https://www.w3.org/TR/webdriver2/#timeouts
struct Timeouts {
    /// Nil for no limit.
    private(set) var script: Duration? = .seconds(30)
    private(set) var pageLoad = Duration.seconds(300)
    private(set) var implicit = Duration.zero

    /// Sets those that an object has.
    ///
    /// - Throws: ``WebDriverError`` for a value that is no time.
    mutating func set(_ given: [String: JSONValue]) throws(WebDriverError) {
        var changed = self
        for (name, value) in given {
            guard name == "script" && value == .null || value.double.map(Self.isTime) == true else {
                throw WebDriverError(.invalidArgument, "“\(name)” must be a whole number of milliseconds")
            }
            let time = value.double.map { Duration.milliseconds(Int64($0)) }
            switch name {
            case "script": changed.script = time
            case "pageLoad": changed.pageLoad = time ?? pageLoad
            case "implicit": changed.implicit = time ?? implicit
            default: break
            }
        }
        self = changed
    }

    private static func isTime(_ number: Double) -> Bool {
        number >= 0 && number <= 9_007_199_254_740_991 && number == number.rounded()
    }

    var value: JSONValue {
        func milliseconds(_ time: Duration) -> JSONValue { .integer(Int(time / .milliseconds(1))) }
        return [
            "script": script.map(milliseconds) ?? .null, "pageLoad": milliseconds(pageLoad),
            "implicit": milliseconds(implicit),
        ]
    }
}
