import Foundation
import WebKit

/// The script that every frame under `sw://` starts with: the page's half of the bridge.
struct RuntimeScript {
    /// The name of the bridge's message handler in pages.
    static let messageHandlerName = "SWWebView"

    /// Ends a script that has run in the window before. Document.open() runs user scripts again in the same window, and so does the
    /// first page of a window that a page opens: APIs that were removed since then would be missing here.
    private static let runsOnce =
        #"if (Object.getOwnPropertyDescriptor(self, Symbol.for("SWWebView.online"))) "#
        + #"return Object.getOwnPropertyDescriptor(self, Symbol.for("SWWebView.runtime"))?.value.resume();"#

    /// The schemes with handlers of the view's, besides the bridge's own.
    let schemes: [String]
    /// The value that `navigator.onLine` begins with.
    var isOnline: Bool
    /// Whether request bodies with Blobs and files arrive empty.
    var losesFiles = false
    /// Whether a document of the view may be cross-origin isolated.
    var asksIsolation = false
    /// Whether a document of the view may have another address than WebKit has.
    var asksAddress = false
    var transport = BridgeTransport.channel
    var webApp = WebAppFacts()
    /// Whether the script ends with a source map, for the Web Inspector.
    var hasSourceMap = false

    @MainActor
    var userScript: WKUserScript {
        WKUserScript(source: source, injectionTime: .atDocumentStart, forMainFrameOnly: false)
    }

    private var source: String {
        let list = schemes.sorted().map { "\"\($0)\": true" }.joined(separator: ", ")
        let head = """
            (() => {
            "use strict";\(RuntimeHops.ofDocuments) \(Self.runsOnce)
            const pulledSchemes = { __proto__: null, \(list) }, isOnlineAtFirst = \(isOnline),
                asksIsolation = \(asksIsolation), asksAddress = \(asksAddress), bridgeTransport = "\(transport.rawValue)",
                inlineLimit = \(BodyRegistry.inlineLimit), losesFiles = \(losesFiles); \(webApp.declaration)

            """
        let text = head + RuntimeScripts.window.text + "\n})();"
        guard hasSourceMap else { return text }
        var map = RuntimeSourceMap()
        map.add(head)
        map.add(RuntimeScripts.window)
        return "\(text)\n\(map.comment)"
    }
}
