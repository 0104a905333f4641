import Foundation

/// A clock that stands still for the scripts of pages.
package struct FixedClock: Sendable {
    private let text: String

    /// Reads a time such as `2026-01-01T12:00` or `2026-01-01T12:00:30Z`. A time without an offset is in the page's time zone.
    package init?(_ text: String) {
        let form = /(\d{4})-(\d\d)-(\d\d)(T(\d\d):(\d\d)(:\d\d(\.\d{1,3})?)?(Z|[+-]\d\d:\d\d)?)?/
        guard let match = text.wholeMatch(of: form), let month = Int(match.2), let day = Int(match.3),
            (1...12).contains(month), (1...31).contains(day), (match.5.flatMap { Int($0) } ?? 0) < 24,
            (match.6.flatMap { Int($0) } ?? 0) < 60
        else { return nil }
        // JavaScript takes a date alone to be in UTC.
        self.text = match.4 == nil ? text + "T00:00" : text
    }

    /// The script that stops the clock of a frame.
    package var script: String {
        "(() => { const fixedTime = \"\(text)\";\n\(Self.body)\n})();"
    }

    private static let body = EmbeddedFiles.fixed_clock_js
}
