public import Foundation
import WebKit

/// Why a navigation of a view's main frame came to nothing.
public struct NavigationFailure: Sendable {
    /// The address as WebKit has it.
    public let url: URL
    /// The address as the session's user has it.
    public let address: String
    /// The error's text.
    public let reason: String
    /// Whether an error page takes the place of the page that was there. It stays where nothing shows such an address: a link
    /// to `mailto:` or `tel:` leads out of the application.
    public let hasErrorPage: Bool

    /// Reads an error; nil for a navigation that was stopped, displaced by another, or became a download.
    public init?(_ error: any Error, at url: URL, address: String) {
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
    public var description: String { "\(address) could not be loaded: \(reason)" }

    /// The page that says so.
    public var page: String {
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
