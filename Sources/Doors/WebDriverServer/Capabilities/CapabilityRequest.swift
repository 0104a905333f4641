import HTTPMessages

/// The body of New Session: the capabilities that must match, and those that may.
///
/// Source: WebDriver, "Processing capabilities", https://www.w3.org/TR/webdriver2/#processing-capabilities
struct CapabilityRequest {
    /// One set of capabilities for each way to satisfy the client, the best first.
    let candidates: [[String: JSONValue]]

    /// Reads and merges.
    ///
    /// - Parameter options: checks the value of `swwebview:options`.
    /// - Throws: ``WebDriverError``, an invalid argument that names the capability.
    init(
        _ body: JSONValue, options: ([String: JSONValue]) throws(WebDriverError) -> Void = { _ in }
    ) throws(WebDriverError) {
        guard case .object(let members) = body, case .object(let capabilities)? = members["capabilities"] else {
            throw WebDriverError(.invalidArgument, "the body must be an object with an object “capabilities”")
        }
        let always = try Self.checked(capabilities["alwaysMatch"] ?? [:], "alwaysMatch", options)
        guard case .array(let first) = capabilities["firstMatch"] ?? [[:]], !first.isEmpty else {
            throw WebDriverError(.invalidArgument, "“firstMatch” must be an array with at least one object")
        }
        var candidates: [[String: JSONValue]] = []
        for (index, entry) in first.enumerated() {
            let name = "firstMatch[\(index)]"
            let own = try Self.checked(entry, name, options)
            if let both = own.keys.sorted().first(where: { always[$0] != nil }) {
                throw WebDriverError(.invalidArgument, "“\(both)” is in alwaysMatch and in \(name): name it once")
            }
            candidates.append(always.merging(own) { $1 })
        }
        self.candidates = candidates
    }

    private static func checked(
        _ value: JSONValue, _ place: String, _ options: ([String: JSONValue]) throws(WebDriverError) -> Void
    ) throws(WebDriverError) -> [String: JSONValue] {
        guard case .object(let members) = value else {
            throw WebDriverError(.invalidArgument, "“\(place)” must be an object, and is \(value.kind)")
        }
        var kept: [String: JSONValue] = [:]
        for (name, value) in members.sorted(by: { $0.key < $1.key }) where value != .null {
            if name == Capabilities.optionsName {
                guard case .object(let given) = value else {
                    throw WebDriverError(.invalidArgument, "“\(name)” must be an object, and is \(value.kind)")
                }
                try options(given)
            } else {
                try CapabilityCheck.check(name, value)
            }
            kept[name] = value
        }
        return kept
    }
}

/// Names that several have in common.
enum Capabilities {
    static let browserName = "swwebview"
    /// The prefix of this browser's extension capabilities.
    static let prefix = "swwebview:"
    static let optionsName = "swwebview:options"
}
