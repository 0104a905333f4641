import Logging

/// The log of settings that are kept, but have no effect.
@MainActor
enum SettingWithoutEffect {
    private static let logger = Logger(label: "swwebview.webkit")
    /// The settings that were logged.
    private(set) static var logged: Set<String> = []

    /// Logs a change, once in the process for each setting.
    ///
    /// - Parameters:
    ///   - name: the setting with its type, `WKWebView.allowsLinkPreview`.
    ///   - effect: a clause that says what the setting decides on iOS.
    static func noteChange(of name: String, _ isChanged: Bool, _ effect: String) {
        guard isChanged, logged.insert(name).inserted else { return }
        logger.notice("\(name) has no effect here. On iOS it decides whether \(effect).")
    }
}
