/// A framework of hybrid apps. A view can play its native half.
public enum HostProfile: String, CaseIterable, Sendable {
    /// A `WKWebView` alone.
    case plain
    /// SWWebView's bridge alone: service workers on `sw://`.
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

    /// The origin at which the framework serves an app's own files. nil for `sw://app.localhost`, where the framework has none.
    ///
    /// Sources: Capacitor 8.4.2, `CAPInstanceDescriptor.m`; Cordova iOS 8.1, `CDVWebViewEngine.m`.
    public var origin: String? {
        switch self {
        case .capacitor: "capacitor://localhost"
        case .cordova: "app://localhost"
        case .plain, .swwebview, .reactNative, .hotwire, .flutter: nil
        }
    }
}
