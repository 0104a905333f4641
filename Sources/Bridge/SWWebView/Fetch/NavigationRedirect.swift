import Foundation
import HTTPMessages
import URLInterception
import WebKit

/// A redirect of a navigation, which WebKit does not follow on a custom scheme: a document that replaces itself, or for a redirect that
/// preserves the method a document that sends a form.
///
/// The document's body never ends, so that no `load` event is fired before the next one has come.
enum NavigationRedirect {
    /// Returns whether a document may be redirected to an address. Scripts in the address would run in the document's origin.
    static func mayLead(to target: URL) -> Bool {
        guard let scheme = target.scheme?.lowercased() else { return false }
        return !["javascript", "data", "blob", "about", "file"].contains(scheme)
    }

    /// Returns the document in place of the redirect. Without its encoding, WebKit would wait for more of it.
    ///
    /// - Parameter name: the name of the request that the redirect preserves, see ``PostedForms``; nil for a redirect to a `GET`.
    static func document(to target: URL, at url: URL, sending name: String?) throws -> LoadedResource {
        let page = BodyStream(Data(html(to: target, sending: name).utf8))
        let body = BodyStream(next: {
            if let piece = try await page.next() { return piece }
            // The body stays open until WebKit stops the request, which cancels its reader.
            for await _ in AsyncStream<Never>.makeStream().stream {}
            throw CancellationError()
        })
        var headers = ["Content-Type": "text/html; charset=utf-8", "Cache-Control": "no-store"]
        // A form without a referrer would have the origin `null`.
        if name == nil { headers["Referrer-Policy"] = "no-referrer" }
        return try LoadedResource(url: url, status: 200, headers: headers, body: body)
    }

    private static func html(to target: URL, sending name: String?) -> String {
        guard let name else {
            // In a script of HTML, "<" could end the script.
            let text = JSONText.string(target.absoluteString).replacing("<", with: "\\u003c")
            return "<!doctype html><script>location.replace(\(text))</script>"
        }
        let action = target.absoluteString.replacing("&", with: "&amp;").replacing("\"", with: "&quot;")
        return """
            <!doctype html><form method="post" enctype="multipart/form-data" action="\(action)">\
            <input type="hidden" name="\(PostedForms.field)" value="\(name)"></form>\
            <script>document.forms[0].submit()</script>
            """
    }
}
