import Foundation
import URLSchemeRouter

/// A router whose callbacks and errors are written down instead of being acted on.
final class Recorder {
    let router: URLSchemeRouter
    private let log = Log()

    private final class Log {
        var opened: [String] = []
        var errors: [any Error] = []
    }

    init(scheme: String = "notesapp", strategies: DecodingStrategies = .default) {
        router = URLSchemeRouter(
            scheme: scheme, onError: { [log] in log.errors.append($0) }, queryItemDecodingStrategies: strategies)
        router.openURL = { [log] in log.opened.append($0.absoluteString) }
    }

    /// The URLs that were opened, in order.
    var opened: [String] { log.opened }
    /// The errors that `onError` received, in order.
    var errors: [any Error] { log.errors }
    /// The messages of the errors that `onError` received.
    var messages: [String] { log.errors.map(\.localizedDescription) }

    /// Handles a URL given as text.
    @discardableResult func handle(_ text: String) -> Bool {
        guard let url = URL(string: text) else { return false }
        return router.handle(url)
    }

    /// Waits until something was opened or failed.
    @MainActor func waitForOutcome() async {
        while opened.isEmpty, errors.isEmpty { await Task.yield() }
    }
}

extension String {
    /// Fit to be the value of a query item, whatever it is.
    var encoded: String {
        addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? ""
    }
}
