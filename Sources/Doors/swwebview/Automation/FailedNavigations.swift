import Foundation
import HTTPMessages
import SWWebView
import WebDriverServer
import WebKit

/// Why a navigation of a view's main frame came to nothing.
struct NavigationFailure {
    /// The address as WebKit has it.
    let url: URL
    /// The address as the session's user has it.
    let address: String
    /// The error's text.
    let reason: String
    /// Whether an error page takes the place of the page that was there. It stays where nothing shows such an address: a link
    /// to `mailto:` or `tel:` leads out of the application.
    let hasErrorPage: Bool

    /// Reads an error; nil for a navigation that was stopped, displaced by another, or became a download.
    init?(_ error: any Error, at url: URL, address: String) {
        let error = error as NSError
        switch (error.domain, error.code) {
        case (NSURLErrorDomain, NSURLErrorCancelled),
            (WebKitErrorDomain, WebKitErrorFrameLoadInterruptedByPolicyChange):
            return nil
        case (NSURLErrorDomain, NSURLErrorUnsupportedURL), (WebKitErrorDomain, WebKitErrorCannotShowURL):
            hasErrorPage = false
        default: hasErrorPage = true
        }
        (self.url, self.address, reason) = (url, address, error.localizedDescription)
    }

    /// A sentence for people.
    var description: String { "\(address) could not be loaded: \(reason)" }

    /// The page that says so.
    var page: String {
        let text = { (text: String) in
            text.replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing("\"", with: "&quot;")
        }
        return """
            <!doctype html><meta charset="utf-8"><title>The page could not be loaded</title>
            <body style="font: 16px sans-serif; margin: 2em; overflow-wrap: anywhere">
            <h1>The page could not be loaded</h1><p>\(text(address))</p><p>\(text(reason))</p></body>
            """
    }
}

/// The navigations of a session that failed since its driver asked last. Main actor only.
@MainActor
final class FailedNavigations {
    /// The unfinished work of a view.
    private enum Phase {
        /// A navigation whose frame is not known yet.
        case question
        /// A navigation that may still fail.
        case navigation
        case errorPage
    }

    /// The longest time that a command waits for a navigation that it may have begun. WebKitWebDriver has waited for those that
    /// it knew.
    private static let patience = Duration.seconds(5)

    /// The most failures that are kept: only a driver of this project asks for them.
    private static let mostFailures = 64

    private var failures: [NavigationFailure] = []
    private var unsettled: [ObjectIdentifier: Phase] = [:]
    private var waiter: CheckedContinuation<Void, Never>?

    /// Forgets all: a command begins.
    func forget() { failures = [] }

    /// Notes that a navigation of one of a view's frames is about to begin.
    func asked(in view: WKWebView) {
        if unsettled[ObjectIdentifier(view)] == nil { unsettled[ObjectIdentifier(view)] = .question }
    }

    /// Notes the frame of a navigation.
    func begin(_ action: WKNavigationAction, in view: WKWebView) {
        guard unsettled[ObjectIdentifier(view)] == .question else { return }
        guard action.targetFrame?.isMainFrame ?? false else { return ended(in: view) }
        // No load follows where only the fragment changes.
        let isWithinPage =
            action.request.url?.fragment != nil
            && action.request.url?.textWithoutFragment == view.url?.textWithoutFragment
        if isWithinPage { ended(in: view) } else { unsettled[ObjectIdentifier(view)] = .navigation }
    }

    /// Notes a failure, and shows its page.
    func add(_ failure: NavigationFailure, in view: SWWebView) {
        if failures.count >= Self.mostFailures { failures.removeFirst() }
        failures.append(failure)
        guard failure.hasErrorPage else { return ended(in: view) }
        unsettled[ObjectIdentifier(view)] = .errorPage
        view.showErrorPage(failure.page, for: failure.url)
    }

    /// Notes that a view has another document.
    func committed(in view: WKWebView) {
        if unsettled[ObjectIdentifier(view)] != .errorPage { ended(in: view) }
    }

    /// Notes the end of a view's load, or of the view.
    func ended(in view: WKWebView) {
        unsettled[ObjectIdentifier(view)] = nil
        if unsettled.isEmpty { resume() }
    }

    private func resume() {
        waiter?.resume()
        waiter = nil
    }

    /// Returns the failed navigations, once all have ended and their error pages are loaded.
    func take() async -> [JSONValue] {
        if !unsettled.isEmpty {
            let limit = Task { [weak self] in
                try await ContinuousClock().sleep(for: Self.patience)
                self?.resume()
            }
            await withCheckedContinuation { waiter = $0 }
            limit.cancel()
        }
        defer { failures = [] }
        return failures.map { failure in
            [
                "url": .string(failure.url.absoluteString), "message": .string(failure.description),
                "hasErrorPage": .bool(failure.hasErrorPage),
            ]
        }
    }
}
