/// Turns a run's events into text, through a closure that writes.
///
/// A value for one run, on whichever thread its owner is; receives each event once, in order.
public protocol RunReporter: Sendable {
    /// Receives the next event, and writes the text that it completes.
    mutating func receive(_ event: RunEvent)
}

/// The reporters the command knows by name.
public enum ReporterName: String, Sendable, CaseIterable {
    /// For people: live, grouped by page.
    case spec
    /// TAP version 13.
    case tap
    /// JUnit XML, for build servers.
    case junit
    /// A line of JSON for each event.
    case json
    /// For GitHub Actions: the spec report, with an annotation for each failure.
    case github
    /// One HTML file that opens in any browser.
    case html
    /// A summary in Markdown, such as a job's summary of GitHub Actions.
    case markdown

    /// A reporter that writes through a closure.
    ///
    /// - Parameters:
    ///   - colours: whether there are ANSI sequences, where the format has them.
    ///   - progressWidth: the columns of the terminal that shows how far the run is, where the format does; nil for none.
    public func reporter(
        colours: Colours = .none, progressWidth: Int? = nil, write: @escaping @Sendable (String) -> Void
    ) -> any RunReporter {
        switch self {
        case .spec: SpecReporter(colours: colours, progressWidth: progressWidth, write: write)
        case .tap: TAPReporter(write: write)
        case .junit: JUnitReporter(write: write)
        case .json: JSONReporter(write: write)
        case .github: GitHubReporter(colours: colours, write: write)
        case .html: HTMLReporter(write: write)
        case .markdown: MarkdownReporter(write: write)
        }
    }
}

/// Whether a report is coloured.
public enum Colours: Sendable {
    /// Plain text.
    case none
    /// ANSI escape sequences, for a terminal.
    case ansi

    func paint(_ text: String, _ colour: Colour) -> String {
        self == .none || text.isEmpty ? text : "\u{1B}[\(colour.rawValue)m\(text)\u{1B}[0m"
    }

    enum Colour: Int {
        case bold = 1
        case dim = 2
        case red = 31
        case green = 32
        case yellow = 33
        case cyan = 36
    }
}
