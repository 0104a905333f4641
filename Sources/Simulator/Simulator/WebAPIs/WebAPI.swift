import Foundation
import HTTPMessages
// ``WebAPI/class`` is one of its types.
@_exported public import Reports

/// A feature of the Web platform that pages use through scripts, with its class and the iOS versions that have it.
///
/// The list is `web_apis.json`. The versions are those of `webview_ios` in MDN's browser compatibility data, see ``source``.
public struct WebAPI: Sendable, Equatable, Decodable {
    /// The feature's name for people.
    public let feature: String
    /// The globals and members of interfaces, such as `URL.canParse`, `Navigator.locks` or `structuredClone`.
    public let apis: [String]
    /// The class of the feature.
    public let `class`: WebAPIClass
    /// The first version of iOS whose `WKWebView` has the feature, such as `17.4`, or `never`; nil for a version up to 15.0.
    public let ios: String?
    /// The first version of iOS whose apps on the home screen have a feature that `WKWebView` lacks.
    public let webApp: String?
    /// The file of MDN's browser compatibility data, https://github.com/mdn/browser-compat-data, that names the version.
    public let source: String?
    /// The guide that describes the difference, without its extension; nil for one without differences.
    public let guide: String?

    /// All features of the list.
    public static let all: [WebAPI] = {
        // The file is a part of the module: a test reads it.
        (try? JSONText.decode([WebAPI].self, from: Data(EmbeddedFiles.web_apis_json.utf8))) ?? []
    }()

    /// Whether apps on a version of iOS have the feature.
    ///
    /// - Parameter isWebApp: whether the app is one on the home screen.
    public func exists(in version: IOSVersion, isWebApp: Bool = false) -> Bool {
        guard let ios = isWebApp ? webApp ?? ios : ios else { return true }
        guard let major = ios.split(separator: ".").first.flatMap({ Int($0) }) else { return false }
        return major < version.rawValue || ios == "\(version.rawValue).0"
    }

    /// The feature of push messages.
    static let push = all.first { $0.apis.contains("PushManager") }

    /// The function `propertiesOf`, which scripts that run in pages and workers use.
    package static let lookup = EmbeddedFiles.api_lookup_manifest
}
