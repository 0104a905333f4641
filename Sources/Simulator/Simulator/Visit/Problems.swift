import Foundation
import WebKit

/// Reports the problems of a page under observation, as sentences for people. Main actor only.
@MainActor
final class Problems: NSObject, WKScriptMessageHandler {
    var hear: @MainActor (String) -> Void = { _ in }
    /// The number of resources that failed to load.
    private(set) var failedLoads = 0

    /// Receives the errors of every frame of a view with this content.
    func listen(in content: WKUserContentController) {
        ConsoleScript.install(in: content, self)
    }

    /// Reports a resource that failed to load.
    func note(_ failure: LoadCounter.Failure) {
        // The fragment is the bridge's.
        failedLoads += 1
        let address = failure.address.split(separator: "#", maxSplits: 1).first ?? ""
        hear("\(address) could not be loaded: \(failure.reason)")
    }

    /// Reports a note of the native half.
    func note(_ note: NativeNote) {
        let (level, text) = note.line
        if level == "error" { hear(text) }
    }

    func userContentController(_ userContentController: WKUserContentController, didReceive message: WKScriptMessage) {
        // Pages can post any message.
        guard let text = message.body as? String, let event = try? PageEvent(message: text) else { return }
        switch event {
        case .console(.error, let text): hear("console error: \(text)")
        case .uncaughtError(let message, let source, let line, _, _):
            let place = source.map { " (\($0)\(line.map { ":\($0)" } ?? ""))" } ?? ""
            hear("uncaught error: \(message)\(place)")
        default: break
        }
    }
}
