/// A framework for hybrid apps whose native half a view can simulate.
public enum AppFramework: String, CaseIterable, Sendable {
    /// A `WKWebView` without a framework.
    case plain
    /// A `WKWebView` with SWWebView's bridge only: service workers on `sw://`.
    case swwebview
    /// Capacitor: `capacitor://localhost`, `window.Capacitor` and its plugins.
    case capacitor
    /// Cordova: `app://localhost`, the service calls of `cordova.exec`.
    case cordova
    /// react-native-webview: `window.ReactNativeWebView`.
    case reactNative = "react-native"
    /// Hotwire Native: `window.nativeBridge` and its bridge components.
    case hotwire
    /// Flutter: channels of webview_flutter, handlers of flutter_inappwebview.
    case flutter

    /// The origin at which the framework serves an app's own files; nil for frameworks without such an origin, which use
    /// `sw://app.localhost`.
    ///
    /// Sources: Capacitor 8.4.2, `CAPInstanceDescriptor.m`; Cordova iOS 8.1, `CDVWebViewEngine.m`.
    public var origin: String? {
        switch self {
        case .capacitor: "capacitor://localhost"
        case .cordova: "app://localhost"
        case .plain, .swwebview, .reactNative, .hotwire, .flutter: nil
        }
    }

    /// The file that the framework serves at its ``origin`` for every path without a file extension, such as the routes of a
    /// single-page app; nil for frameworks without an origin.
    ///
    /// Sources: Capacitor 8.4.2, `Router.swift`; Cordova iOS 8.1, `CDVURLSchemeHandler.m`.
    public var startPage: String? { origin == nil ? nil : "index.html" }

    /// Whether the framework has a protocol of its own between pages and native code.
    package var hasBridge: Bool { self != .plain && self != .swwebview }

    /// The user agent of a view without a device or version of iOS, before the framework's own words; nil for WebKitGTK's.
    package var userAgent: String? { hasBridge ? Self.iPhoneUserAgent : nil }

    /// The user agent of a `WKWebView` on an iPhone. The frameworks change it only where the app's configuration says so.
    static let iPhoneUserAgent =
        "Mozilla/5.0 (iPhone; CPU iPhone OS 18_7 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/15E148"
}
