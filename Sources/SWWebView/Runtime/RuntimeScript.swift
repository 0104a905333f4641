import Foundation

/// The script that every frame under `sw://` starts with: the page's half of the bridge.
enum RuntimeScript {
    /// The name of the bridge's message handler in pages.
    static let messageHandlerName = "SWWebView"
    /// The path of every origin that a frame's event stream is served at.
    static let eventsPath = "/___events___"

    /// The parts, one after the other in a scope of their own.
    static let source: String = {
        let parts = [
            PackageResources.primordials_js, PackageResources.bridge_js, PackageResources.bodies_js,
            PackageResources.uploads_js, PackageResources.fetch_js, PackageResources.xhr_js, PackageResources.beacon_js,
            PackageResources.runtime_js,
        ]
        let text = parts.map { String(decoding: $0, as: UTF8.self) }.joined(separator: "\n")
        return "(() => {\n\"use strict\";\n\(text)\n})();"
    }()
}
