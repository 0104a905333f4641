import Foundation
import ServiceWorkers
import URLInterception
import WebKit

/// Tells the pages and workers of a view whether there is a network: `navigator.onLine`, and the events `online` and `offline`.
@MainActor
struct ViewConnectivity {
    /// The path of every origin at which a worker asks: 204 for online, 205 for offline.
    nonisolated static let path = "/___online___"

    /// Answers a worker.
    static func respond(to url: URL, _ loading: ViewSources) throws -> LoadedResource {
        let isOnline = loading.loader.connectivity.isOnline
        return try LoadedResource(
            url: url, status: isOnline ? 204 : 205, headers: ["Cache-Control": "no-store"], body: .empty)
    }

    /// Returns the script that reports a change to a page and the frames of its origin.
    static func change(isOnline: Bool) -> String {
        """
        (() => {
            const tell = (view) => {
                try { view[Symbol.for("SWWebView.online")]?.(\(isOnline)); } catch {}
                for (let index = 0; index < view.length; index++) tell(view[index]);
            };
            tell(self);
        })(); null
        """
    }

    /// Tells the workers whose requests a view's loader answers.
    static func tellWorkers(of view: ViewSources, in services: WorkerStore) {
        let json = "{\"isOnline\":\(view.loader.connectivity.isOnline)}"
        for realm in services.realms.all {
            if case .window = realm.kind { continue }
            let loading = realm.host?.loading ?? services.loading(for: realm.storageKey)
            if loading === view { realm.tell(event: "connectivity", json: json) }
        }
    }
}
