import Fetch
import Foundation
import HTTPMessages
import Logging
import ServiceWorkers
import WebKit

extension WorkerStore: SiteDataStore {
    /// Removes data of an address's origin, and cookies of its site: [clear site data](https://w3c.github.io/webappsec-clear-site-data/#clear-response).
    func clear(_ kinds: ClearSiteData, of url: URL) async {
        guard let key = StorageKey(of: url), let host = url.host?.lowercased() else { return }
        if kinds.contains(.cache) { scripts.removeAll(of: key) }
        if kinds.contains(.cookies), let mirror = cookies.mirror {
            let site = RegistrableDomain.of(host)
            // WebKit may know cookies that have not come here yet.
            await mirror.refresh()
            mirror.remove { RegistrableDomain.of($0.domain) == site }
        }
        guard kinds.contains(.storage) else { return }
        if mayHaveRegistrations { await (try? openContainer())?.clearRegistrations(of: key) }
        await removeCaches(key)
        do {
            try await store?.clearStorage(of: key.rawValue)
        } catch {
            Self.dataLog.warning("Clear-Site-Data of \(key): \(error)")
        }
    }

    private static let dataLog = Logger(label: "swwebview.websitedata")
}
