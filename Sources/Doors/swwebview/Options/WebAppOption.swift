import ArgumentParser
import SWWebView

/// The value of `--web-app`, alone or as `--web-app=sync`.
enum WebAppOption: String, ExpressibleByArgument, CaseIterable {
    case no, ios, sync

    /// The texts of the help for each value.
    static var allValueDescriptions: [String: String] {
        [
            "no": "An app with a WKWebView.", "ios": "Also --web-app alone.",
            "sync": "Background sync, which no iOS has, as well.",
        ]
    }

    /// The APIs of pages; nil for an app with a `WKWebView`.
    var features: WebApp.Features? {
        switch self {
        case .no: nil
        case .ios: [.standalone, .push]
        case .sync: [.standalone, .push, .sync]
        }
    }
}
