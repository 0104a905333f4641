import Foundation
import HTTPMessages
public import WebKit

/// A version of iOS whose differences a view simulates: the first release, such as 16.0.
///
/// ```swift
/// configuration.simulate(IOSVersion.ios16)
/// let view = SWWebView(frame: frame, configuration: configuration)
/// ```
///
/// The guide IOSVersions lists the differences with their sources.
public enum IOSVersion: Int, Sendable, CaseIterable {
    /// iOS 15.0.
    case ios15 = 15
    /// iOS 16.0.
    case ios16 = 16
    /// iOS 17.0.
    case ios17 = 17
    /// iOS 18.0.
    case ios18 = 18
    /// iOS 26.0.
    case ios26 = 26

    /// The version of the system in user agents. From 26 on they name an older one.
    /// Source: https://nielsleenheer.com/articles/2025/the-user-agent-string-of-safari-on-ios-26-and-macos-26
    private var systemVersion: String { self == .ios26 ? "18_6" : "\(rawValue)_0" }

    /// The user agent that a `WKWebView` of an app sends.
    public var userAgent: String {
        "Mozilla/5.0 (iPhone; CPU iPhone OS \(systemVersion) like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) "
            + "Mobile/15E148"
    }

    /// Returns a device's user agent with this version in it.
    package func userAgent(of device: SimulatedDevice) -> String {
        device.userAgent.replacing(/OS \d+_\d+/) { _ in "OS \(systemVersion)" }
    }

    /// The features of ``WebAPI/all`` that the version lacks.
    public var missingAPIs: [WebAPI] { WebAPI.all.filter { !$0.exists(in: self) } }

    /// Returns the script that removes what the version lacks from a document or a worker: statements.
    ///
    /// - Parameters:
    ///   - appBound: hosts whose http(s) pages keep WebKit's service workers.
    ///   - isWebApp: whether the app is one on the home screen, where all http(s) pages keep them.
    package func script(appBound: [String], isWebApp: Bool = false) -> String {
        let body = EmbeddedFiles.missing_apis_manifest
        let missing = WebAPI.all.filter { !$0.exists(in: self, isWebApp: isWebApp) }
        return """
            {
            const missing = \(Self.json(missing.flatMap(\.apis))), appBound = \(Self.json(appBound)),
                serviceWorkers = \(Self.json(isWebApp ? [] : Self.serviceWorkerAPIs));
            \(body)
            }
            """
    }

    /// The names that pages without service workers do not have.
    private static let serviceWorkerAPIs = [
        "Navigator.serviceWorker", "ServiceWorker", "ServiceWorkerContainer", "ServiceWorkerRegistration",
        "NavigationPreloadManager",
    ]

    private static func json(_ names: [String]) -> String { JSONText.text(names) }
}

extension WKWebViewConfiguration {
    /// Has views simulate a version of iOS, in documents, dedicated, shared and service workers.
    ///
    /// Sets the user agent where none is set. WebKit's service workers stay for the hosts of ``appBoundDomains`` at the time of the call,
    /// if ``limitsNavigationsToAppBoundDomains`` is set. Source: https://webkit.org/blog/10882/app-bound-domains/
    ///
    /// Request bodies with Blobs and files arrive empty, as in `WKURLSchemeTask`.
    /// Source: https://github.com/Cap-go/capacitor-inappbrowser/pull/592
    ///
    /// - Parameter isWebApp: whether the app is one on the home screen, which has push messages and notifications, and service workers on http(s).
    public func simulate(_ version: IOSVersion, isWebApp: Bool = false) {
        if customUserAgent == nil { customUserAgent = version.userAgent }
        let appBound = limitsNavigationsToAppBoundDomains ? AppBoundDomains(appBoundDomains).domains.sorted() : []
        let script = version.script(appBound: appBound, isWebApp: isWebApp)
        realms.workerScripts.append(script)
        realms.losesFiles = true
        iosRelease = IOSRelease(version.rawValue)
        userContentController.addUserScript(
            WKUserScript(source: script, injectionTime: .atDocumentStart, forMainFrameOnly: false))
    }
}
