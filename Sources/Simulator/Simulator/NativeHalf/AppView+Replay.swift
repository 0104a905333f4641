import Foundation

// A replay answers calls in place of the plugins. What tests can observe of the phone follows the calls nevertheless.
extension AppView {
    /// Opens or closes the app's browser for a replayed call, as the plugin does.
    func replayBrowser(_ call: PluginCall) {
        guard half.isReplaying else { return }
        switch (half.framework, call.plugin, call.method) {
        case (.capacitor, "Browser", "open"): open(call.arguments["url"])
        case (.cordova, "InAppBrowser", "open"): open(call.arguments[0])
        case (.hotwire, TurboSession.name, "visitProposed"):
            if let url = TurboSession.foreignLocation(call.arguments, from: call.frame) { open(.string(url)) }
        case (.capacitor, "Browser", "close"), (.cordova, "InAppBrowser", "close"): half.phone.hasBrowser = false
        default: break
        }
    }

    private func open(_ address: NativeValue?) {
        guard let address = address?.string, ["http", "https"].contains(URL(string: address)?.scheme) else { return }
        half.phone.openBrowser(address)
    }
}
