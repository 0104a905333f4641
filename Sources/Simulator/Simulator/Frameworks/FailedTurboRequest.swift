import Foundation
import FoundationNetworking
import SWWebView

/// A request of Turbo that ended without a response. Turbo cannot tell a redirect to another origin from a failure. The app
/// requests the page itself and finds out.
///
/// Source: hotwire-native-ios, `Source/Turbo/Networking/JSFetchRecoveryHandler.swift`, `Source/Turbo/Session/Session.swift`
/// (`resolveRedirect(to:identifier:statusCode:)`).
enum FailedTurboRequest: Equatable {
    /// The server redirects the page to another host.
    case leaves(URL)
    /// The server redirects the page on the same host. The visit has failed.
    case fails
    /// The app loads the page anew.
    case repeats

    /// Requests the page of a visit with a view's loader.
    @MainActor
    init(at location: URL, in view: SWWebView) async {
        let request = URLRequest(url: location, timeoutInterval: 30)
        guard let reached = try? await view.loader.with(redirects: .follow).load(request).response.url else {
            self = .repeats
            return
        }
        self = Self(location, reached: reached)
    }

    /// - Parameter reached: the address after all redirects.
    init(_ location: URL, reached: URL) {
        self = reached == location ? .repeats : reached.host == location.host ? .fails : .leaves(reached)
    }
}
