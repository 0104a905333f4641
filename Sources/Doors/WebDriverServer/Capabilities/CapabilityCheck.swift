import HTTPMessages

/// Says whether a capability's value is one that the specification knows.
///
/// Source: WebDriver, "validate capabilities", https://www.w3.org/TR/webdriver2/#dfn-validate-capabilities
enum CapabilityCheck {
    private static let promptAnswers = ["dismiss", "accept", "dismiss and notify", "accept and notify", "ignore"]

    /// - Throws: ``WebDriverError``, an invalid argument.
    static func check(_ name: String, _ value: JSONValue) throws(WebDriverError) {
        func need(_ isGood: Bool, _ what: String) throws(WebDriverError) {
            if !isGood { throw WebDriverError(.invalidArgument, "“\(name)” must be \(what), and is \(value.kind)") }
        }
        switch name {
        case "acceptInsecureCerts", "strictFileInteractability", "setWindowRect", "webSocketUrl":
            if case .bool = value { return }
            try need(false, "a boolean")
        case "browserName", "browserVersion", "platformName", "userAgent":
            if case .string = value { return }
            try need(false, "a string")
        case "pageLoadStrategy": try need(["none", "eager", "normal"].contains(value), "none, eager or normal")
        case "proxy":
            if case .object = value { return }
            try need(false, "an object")
        case "timeouts": try checkTimeouts(value)
        case "unhandledPromptBehavior":
            switch value {
            case .string(let text):
                try need(promptAnswers.contains(text), "one of \(promptAnswers.joined(separator: ", "))")
            case .object: break
            default: try need(false, "one of \(promptAnswers.joined(separator: ", "))")
            }
        default:
            guard name.contains(":") else {
                throw WebDriverError(
                    .invalidArgument,
                    "“\(name)” is no capability of WebDriver. Ones of your own have a prefix, such as “app:\(name)”")
            }
            guard !name.hasPrefix(Capabilities.prefix) else {
                throw WebDriverError(
                    .invalidArgument, "“\(name)” is not known here; this browser's own is “\(Capabilities.optionsName)”"
                )
            }
        }
    }

    private static func checkTimeouts(_ value: JSONValue) throws(WebDriverError) {
        guard case .object(let members) = value else {
            throw WebDriverError(.invalidArgument, "“timeouts” must be an object, and is \(value.kind)")
        }
        for (name, value) in members.sorted(by: { $0.key < $1.key }) {
            guard ["script", "pageLoad", "implicit"].contains(name) else {
                throw WebDriverError(
                    .invalidArgument, "“timeouts” has “\(name)”, and may have script, pageLoad and implicit")
            }
            if name == "script", value == .null { continue }
            guard let number = value.double, number >= 0, number <= 9_007_199_254_740_991, number == number.rounded()
            else {
                throw WebDriverError(.invalidArgument, "“timeouts.\(name)” must be a whole number of milliseconds")
            }
        }
    }
}
