import Foundation
import Simulator
public import WebKit

/// The lines that a view's page and its frames print, and the errors that nobody caught there. Main actor only.
///
/// ```swift
/// let console = PageConsole(of: configuration)       // before the view is made
/// …
/// try await console.expectNoConsoleErrors(in: view)
/// ```
@MainActor
public final class PageConsole: NSObject, WKScriptMessageHandler {
    /// The lines, in order. Uncaught errors are lines of the level `error`.
    public private(set) var lines: [ConsoleLine] = []

    /// Records what pages of views print that are made with a configuration.
    public init(of configuration: WKWebViewConfiguration) {
        super.init()
        ConsoleScript.install(in: configuration.userContentController, self)
    }

    /// Fails where the page has printed errors, or has not caught some, up to now.
    ///
    /// - Throws: ``PageExpectationError`` with all of them.
    public func expectNoConsoleErrors(in view: WKWebView) async throws {
        // The page's messages arrive before the reply to this evaluation.
        _ = try? await view.evaluateJavaScript("0")
        let errors = lines.filter { $0.level == .error }
        guard errors.isEmpty else {
            throw PageExpectationError(
                description: "The page has errors:\n" + errors.map(\.text).joined(separator: "\n"))
        }
    }

    /// Records a message of the script. Apple API.
    public func userContentController(
        _ userContentController: WKUserContentController, didReceive message: WKScriptMessage
    ) {
        guard let text = message.body as? String, let event = try? PageEvent(message: text) else { return }
        if let line = ConsoleLine(event) { lines.append(line) }
    }
}
