import HTTPMessages

/// The capabilities of this browser, and their match with a client's request.
///
/// Source: WebDriver, "match capabilities", https://www.w3.org/TR/webdriver2/#dfn-matching-capabilities
struct CapabilityMatch {
    /// The capabilities that the browser carries out.
    private static let passed: Set<String> = [
        "acceptInsecureCerts", "pageLoadStrategy", "proxy", "strictFileInteractability", "timeouts",
        "unhandledPromptBehavior", "webSocketUrl",
    ]

    /// WebKitGTK's version.
    let browserVersion: String

    /// Returns the first candidate that matches.
    ///
    /// - Throws: ``WebDriverError``, a session that is not created; it says of every candidate what does not fit.
    func choose(from candidates: [[String: JSONValue]]) throws(WebDriverError) -> [String: JSONValue] {
        var reasons: [String] = []
        for candidate in candidates {
            guard let reason = mismatch(in: candidate) else { return candidate }
            if !reasons.contains(reason) { reasons.append(reason) }
        }
        throw WebDriverError(.sessionNotCreated, "no capabilities fit: " + reasons.joined(separator: "; "))
    }

    /// Returns the chosen capabilities that are for the browser.
    static func forwarded(_ chosen: [String: JSONValue]) -> [String: JSONValue] {
        chosen.filter { passed.contains($0.key) }
    }

    private func mismatch(in candidate: [String: JSONValue]) -> String? {
        candidate.sorted { $0.key < $1.key }.lazy.compactMap { mismatch($0.key, $0.value) }.first
    }

    private func mismatch(_ name: String, _ value: JSONValue) -> String? {
        func wants(_ has: String) -> String { "“\(name)” is \(value.kind), and this is \(has)" }
        switch (name, value) {
        case ("browserName", .string(let text)):
            return text == Capabilities.browserName ? nil : wants(Capabilities.browserName)
        case ("browserVersion", .string(let text)): return isVersion(text) ? nil : wants(browserVersion)
        case ("platformName", .string(let text)):
            return ["linux", "any"].contains(text.lowercased()) ? nil : wants("linux")
        case ("userAgent", _): return "“userAgent” cannot be asked for"
        case ("webkitgtk:browserOptions", .object(let members)):
            let asked = members.filter { $0.value != [] && $0.value != .null }.keys.sorted().first
            return asked.map { "“webkitgtk:browserOptions” has “\($0)”, and the browser is swwebview itself" }
        // Among them are the extension capabilities of other vendors, which the step "match on the extension capability" leaves to
        // the implementation. Browsers ignore them, and clients send them to every browser.
        default: return nil
        }
    }

    /// Returns whether the browser has a version. A version may be shortened: `2.50` is every 2.50.x.
    private func isVersion(_ text: String) -> Bool {
        text.isEmpty || text == "stable" || browserVersion == text || browserVersion.hasPrefix(text + ".")
    }
}
