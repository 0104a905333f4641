import Foundation
import NativeHosts

// A replay answers calls in place of the plugins. What tests can observe of the phone follows the calls nevertheless.
extension ProfileHost {
    /// Opens or closes the app's browser for a replayed call, as the plugin does.
    func replayBrowser(_ call: PluginCall) {
        guard native.isReplaying else { return }
        switch (profile, call.plugin, call.method) {
        case (.capacitor, "Browser", "open"): open(call.arguments["url"])
        case (.cordova, "InAppBrowser", "open"): open(call.arguments[0])
        case (.hotwire, TurboSession.name, "visitProposed"):
            if let url = TurboSession.foreignLocation(call.arguments, from: call.frame) { open(.string(url)) }
        case (.capacitor, "Browser", "close"), (.cordova, "InAppBrowser", "close"): phone.hasBrowser = false
        default: break
        }
    }

    private func open(_ address: NativeValue?) {
        guard let address = address?.string, ["http", "https"].contains(URL(string: address)?.scheme) else { return }
        phone.openBrowser(address)
    }
}
