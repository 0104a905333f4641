import Foundation
import FoundationNetworking
import URLInterception

/// The relation of origins to addresses by their [sites](https://html.spec.whatwg.org/multipage/browsers.html#site).
@MainActor
package struct SiteRelation {
    /// Returns the registrable domain of a host, or the host itself where it has none.
    let registrableDomain: @MainActor (String) -> String

    package init(registrableDomain: @escaping @MainActor (String) -> String) {
        self.registrableDomain = registrableDomain
    }

    func isSameSite(_ origin: Origin?, _ url: URL) -> Bool {
        guard let origin, let host = url.host else { return false }
        return registrableDomain(origin.host.lowercased()) == registrableDomain(host.lowercased())
    }
}

// Fetch Metadata: a server reads the destination, the mode and the site of each request from these headers.
extension OutgoingRequest {
    /// Adds the headers of [Fetch Metadata](https://www.w3.org/TR/fetch-metadata/#fetch-integration) to the request for the current address, where
    /// the destination is known.
    @MainActor
    func addMetadata(to request: inout URLRequest, _ sites: SiteRelation) {
        guard let destination else { return }
        request.setValue(
            destination == .none ? "empty" : destination.rawValue, forHTTPHeaderField: "Sec-Fetch-Dest")
        // A service worker may send the page's navigation on. No script can write the header.
        if request.value(forHTTPHeaderField: "Sec-Fetch-Mode") == nil {
            request.setValue(mode.rawValue, forHTTPHeaderField: "Sec-Fetch-Mode")
        }
        request.setValue(site(sites), forHTTPHeaderField: "Sec-Fetch-Site")
    }

    /// Implements [set the Sec-Fetch-Site header](https://www.w3.org/TR/fetch-metadata/#abstract-opdef-set-site).
    @MainActor
    private func site(_ sites: SiteRelation) -> String {
        var asking = asker.origin
        if case .response(let leader) = firstParty {
            guard let leader else { return "none" }
            asking = leader
        }
        if isOfOtherSite { return "cross-site" }
        let others = urlList.filter { Origin(of: $0) != asking }
        if others.isEmpty, asking != nil { return "same-origin" }
        return others.allSatisfy { sites.isSameSite(asking, $0) } ? "same-site" : "cross-site"
    }
}
