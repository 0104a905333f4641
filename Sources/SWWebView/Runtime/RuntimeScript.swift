import Foundation

/// The script that every frame under `sw://` starts with: the page's half of the bridge.
enum RuntimeScript {
    /// The name of the bridge's message handler in pages.
    static let messageHandlerName = "SWWebView"
    /// The path of every origin that a frame's event stream is served at.
    static let eventsPath = "/___events___"
    /// The path of every origin where a frame learns at once what it is to the service workers.
    static let clientPath = "/___client___"
    /// The paths that a frame's runtime connects to, whatever the page's policy.
    static let connectedPaths = [
        eventsPath, clientPath, Uploads.path, CacheHoldings.path, DedicatedWorkerScript.commandPath,
        SocketAddress.path, ViewConnectivity.path,
        DocumentPolicies.isolationPath,
    ]

    /// The script for a view.
    ///
    /// - Parameters:
    ///   - schemes: those with handlers of the view's, besides the bridge's own.
    ///   - isOnline: what `navigator.onLine` says at first.
    ///   - asksIsolation: whether a document of the view may be cross-origin isolated.
    static func source(schemes: [String], isOnline: Bool, asksIsolation: Bool) -> String {
        let list = schemes.sorted().map { "\"\($0)\": true" }.joined(separator: ", ")
        return """
            (() => {
            "use strict";
            const pulledSchemes = { __proto__: null, \(list) }, isOnlineAtFirst = \(isOnline),
                asksIsolation = \(asksIsolation);
            \(parts)
            })();
            """
    }

    /// The parts, one after the other.
    private static let parts: String = {
        let parts = [
            PackageResources.primordials_js, PackageResources.addresses_js, PackageResources.window_addresses_js,
            PackageResources.script_messages_js, PackageResources.bridge_js,
            PackageResources.client_js, PackageResources.channel_js, PackageResources.base64_js,
            PackageResources.webidl_js, PackageResources.conversions_js,
            PackageResources.serialize_js, PackageResources.deserialize_js, PackageResources.ports_js,
            PackageResources.service_worker_js, PackageResources.registration_js, PackageResources.bodies_js,
            PackageResources.uploads_js, PackageResources.marks_js, PackageResources.responses_js,
            PackageResources.response_bodies_js,
            PackageResources.fetch_js, PackageResources.xhr_js, PackageResources.event_source_js,
            PackageResources.sockets_js, PackageResources.online_js,
            PackageResources.beacon_js, PackageResources.images_js,
            PackageResources.container_js,
            PackageResources.cache_window_js, PackageResources.cache_requests_js, PackageResources.cache_bodies_js,
            PackageResources.cache_responses_js, PackageResources.cache_js, PackageResources.cache_storage_js,
            PackageResources.workers_js, PackageResources.shared_worker_js, PackageResources.short_fetch_js,
            PackageResources.isolation_js,
            PackageResources.scheme_fetch_js,
            PackageResources.client_interfaces_js,
            PackageResources.runtime_js,
        ]
        return parts.map { String(decoding: $0, as: UTF8.self) }.joined(separator: "\n")
    }()
}
