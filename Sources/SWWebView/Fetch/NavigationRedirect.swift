import Foundation
import HTTPMessages
import URLInterception
import WebKit

/// A redirect of a navigation, which WebKit does not follow on a custom scheme: a document that replaces itself.
///
/// The document's body never ends, so that no `load` event is fired before the next one has come.
enum NavigationRedirect {
    /// Returns whether a document may be redirected to an address. Scripts in the address would run in the document's origin.
    static func mayLead(to target: URL) -> Bool {
        guard let scheme = target.scheme?.lowercased() else { return false }
        return !["javascript", "data", "blob", "about", "file"].contains(scheme)
    }

    /// Returns the document in place of the redirect. Without its encoding, WebKit would wait for more of it.
    static func document(to target: URL, at url: URL) throws -> LoadedResource {
        // In a script of HTML, "<" could end the script.
        let text = JSONText.string(target.absoluteString).replacing("<", with: "\\u003c")
        let html = "<!doctype html><script>location.replace(\(text))</script>"
        let page = BodyStream(Data(html.utf8))
        let body = BodyStream(next: {
            if let piece = try await page.next() { return piece }
            // The body stays open until WebKit stops the request, which cancels its reader.
            for await _ in AsyncStream<Never>.makeStream().stream {}
            throw CancellationError()
        })
        return try LoadedResource(
            url: url, status: 200,
            headers: [
                "Content-Type": "text/html; charset=utf-8", "Cache-Control": "no-store",
                "Referrer-Policy": "no-referrer",
            ],
            body: body)
    }
}
