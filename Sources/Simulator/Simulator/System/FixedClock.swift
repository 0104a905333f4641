import Foundation
import WebKit

/// A clock that stands still for the scripts of frames and of workers on the bridge. Timers and `performance.now()` go on.
public struct FixedClock: Sendable, Equatable {
    private let text: String

    /// Reads a time such as `2026-01-01T12:00` or `2026-01-01T12:00:30Z`. A time without an offset is in the page's time zone.
    public init?(_ text: String) {
        let form = /(\d{4})-(\d\d)-(\d\d)(T(\d\d):(\d\d)(:\d\d(\.\d{1,3})?)?(Z|[+-]\d\d:\d\d)?)?/
        guard let match = text.wholeMatch(of: form), let month = Int(match.2), let day = Int(match.3),
            (1...12).contains(month), (1...31).contains(day), (match.5.flatMap { Int($0) } ?? 0) < 24,
            (match.6.flatMap { Int($0) } ?? 0) < 60
        else { return nil }
        // JavaScript takes a date alone to be in UTC.
        self.text = match.4 == nil ? text + "T00:00" : text
    }

    /// The script that stops the clock of a frame or worker.
    var script: String {
        "(() => { const fixedTime = \"\(text)\";\n\(Self.body)\n})();"
    }

    private static let body = EmbeddedFiles.fixed_clock_js
}

extension WKWebViewConfiguration {
    func simulate(_ clock: FixedClock) {
        realms.workerScripts.append(clock.script)
        userContentController.addUserScript(
            WKUserScript(source: clock.script, injectionTime: .atDocumentStart, forMainFrameOnly: false))
    }
}
