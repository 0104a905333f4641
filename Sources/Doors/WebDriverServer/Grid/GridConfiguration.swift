public import Foundation
import HTTPMessages

/// The configuration of a Selenium Grid node that relays to a driver.
///
/// Source: Selenium, "TOML configuration options", https://www.selenium.dev/documentation/grid/configuration/toml_options/
public enum GridConfiguration {
    /// Returns the TOML text: for `java -jar selenium-server.jar node --config FILE`.
    public static func toml(driver: URL, maxSessions: Int, browserVersion: String) -> String {
        let stereotype: JSONValue = [
            "browserName": .string(Capabilities.browserName), "browserVersion": .string(browserVersion),
            "platformName": "linux",
        ]
        return """
            [node]
            detect-drivers = false
            max-sessions = \(maxSessions)
            override-max-sessions = true

            [relay]
            url = \(quoted(driver.absoluteString))
            status-endpoint = "/status"
            protocol-version = "HTTP/1.1"
            configs = ["\(maxSessions)", \(quoted(String(decoding: stereotype.data, as: UTF8.self)))]

            """
    }

    /// Returns a basic string: https://toml.io/en/v1.0.0#string
    private static func quoted(_ text: String) -> String {
        let escaped = text.replacingOccurrences(of: "\\", with: "\\\\").replacingOccurrences(of: "\"", with: "\\\"")
        return "\"\(escaped)\""
    }
}
