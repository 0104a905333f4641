/// A store's companion that keeps data of websites beside WebKit's, which is fetched and removed with it. Main actor only.
@MainActor
package protocol WebsiteDataCompanion: AnyObject {
    /// Returns the kinds of data among `types` by site, named as by ``WKWebsiteDataRecord/displayName(ofHost:)``.
    func websiteData(ofTypes types: Set<String>) async -> [String: Set<String>]

    /// Removes data of those sites.
    func removeWebsiteData(ofTypes types: Set<String>, sites: Set<String>) async

    /// Removes data that was stored since a date, and data that has no date.
    func removeWebsiteData(ofTypes types: Set<String>, modifiedSince date: Date) async
}
