/// A store's companion that keeps data of websites beside WebKit's, which is fetched and removed with it. Main actor only.
@MainActor
package protocol WebsiteDataCompanion: AnyObject {
    /// Returns the kinds of data among `types` by site, named as by ``WKWebsiteDataRecord/displayName(ofHost:)``.
    func websiteData(ofTypes types: Set<String>) async -> [String: Set<String>]

    /// Removes data of those sites, or of all sites where `sites` is nil.
    func removeWebsiteData(ofTypes types: Set<String>, sites: Set<String>?) async
}
