import SWWebView
import Simulator

/// Sentences about Web APIs, for failures and reports.
enum FidelityText {
    /// Returns the versions of iOS that have an API, for people; nil for one that all supported versions have.
    static func versions(_ api: WebAPI) -> String? {
        switch api.ios {
        case nil: nil
        case "never": "in no WKWebView on iOS"
        case let version?: "since iOS \(version)"
        }
    }

    /// Returns the guide that describes an API.
    static func guide(_ api: WebAPI) -> String { api.guide ?? "IOSVersions" }

    /// Returns the sentence of a failure: the API, its class, and its guide.
    static func sentence(_ use: WebAPIUse, _ api: WebAPI) -> String {
        let facts = [api.class.meaning, versions(api)].compactMap(\.self).joined(separator: ", ")
        return "The page uses \(use.api), class \(api.class.rawValue): \(facts). See the guide \(guide(api))."
    }
}
