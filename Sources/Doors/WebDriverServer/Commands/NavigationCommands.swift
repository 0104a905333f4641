import Foundation
import HTTPMessages
import LocalServer

/// The commands that navigate. WebKitWebDriver answers them with success also where nothing was loaded.
///
/// Source: WebDriver, "Navigation", https://www.w3.org/TR/webdriver2/#navigation
enum NavigationCommands {
    /// Returns whether a command waits for a navigation: Navigate To, Back, Forward, Refresh and Element Click.
    static func contain(_ method: String, _ name: [String]) -> Bool {
        guard method == "POST" else { return false }
        return switch name.count {
        case 1: ["url", "back", "forward", "refresh"].contains(name[0])
        case 3: name[0] == "element" && name[2] == "click"
        default: false
        }
    }

    /// A navigation that failed.
    struct Failure: Decodable {
        var url: String
        var message: String
        /// Whether the view shows that; false where the page stays, as for a link to `mailto:`.
        var hasErrorPage: Bool
    }

    /// The browser's report on navigations.
    struct Report: Decodable {
        var failures: [Failure]
        /// The number of windows.
        var windows: Int
    }
}

extension DriverSession {
    /// Passes a command on that may navigate.
    ///
    /// - Throws: ``WebDriverError``, an unknown error where the navigation of this window has failed.
    func navigate(_ method: String, _ target: String, _ name: [String], body: Data?) async throws -> HTTPResponse {
        // The browser has to know that the client navigates: an app's framework takes away navigations of its page.
        let wanted = name == ["url"] ? try? JSONValue(json: body ?? Data()) : nil
        if waitsForLoads || wanted != nil { _ = try await ask("navigation begins", wanted ?? [:]) }
        guard waitsForLoads else { return try await forward(method, target, body: body) }
        let response = try await forward(method, target, body: body)
        // A click may have closed the last window.
        guard response.status == 200, let told = try? await ask("failed navigations") else { return response }
        struct Value<Wanted: Decodable>: Decodable { var value: Wanted }
        let report = try JSONText.decode(
            Value<NavigationCommands.Report>.self, from: told.body
        ).value
        var failures = report.failures
        if name != ["url"] { failures.removeAll { !$0.hasErrorPage } }
        if report.windows > 1, failures.contains(where: \.hasErrorPage) {
            // Only WebKitWebDriver knows which window the session is at.
            let place = try await forward("GET", "/session/\(try runningID)/url", body: nil)
            let url = try? JSONText.decode(Value<String>.self, from: place.body).value
            failures.removeAll { $0.hasErrorPage && $0.url != url }
        }
        guard let failure = failures.last else { return response }
        throw WebDriverError(.unknownError, failure.message)
    }
}
