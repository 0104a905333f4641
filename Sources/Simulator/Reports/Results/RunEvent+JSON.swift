import Foundation
import HTTPMessages

/// A run's events as JSON, one object each, as the `json` reporter writes them and worker processes send them.
///
/// Every object has `version` and `event`, the event's name, and with it: `pages` (`runStarted`); `page` (`pageStarted`);
/// `page` and `name` (`testStarted`); `page` and `test` (`testFinished`); `page` and `console` (`console`); `result`
/// (`pageRetried`, `pageFinished`); `summary` (`runFinished`). Members may be added within a version, none change.
extension RunEvent: Codable {
    /// The version of the form.
    public static let version = 1

    private enum Name: String, Codable {
        case runStarted, pageStarted, testStarted, testFinished, console, pageRetried, pageFinished, runFinished
    }

    private enum Key: String, CodingKey {
        case version, event, pages, page, name, test, console, result, summary
    }

    /// Reads an object.
    ///
    /// - Throws: `DecodingError`, also for another version.
    public init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: Key.self)
        guard try values.decode(Int.self, forKey: .version) == Self.version else {
            throw DecodingError.dataCorruptedError(
                forKey: .version, in: values, debugDescription: "not version \(Self.version)")
        }
        func page() throws -> String { try values.decode(String.self, forKey: .page) }
        switch try values.decode(Name.self, forKey: .event) {
        case .runStarted: self = .runStarted(pages: try values.decode(Int.self, forKey: .pages))
        case .pageStarted: self = .pageStarted(page: try page())
        case .testStarted: self = .testStarted(page: try page(), name: try values.decode([String].self, forKey: .name))
        case .testFinished:
            self = .testFinished(page: try page(), try values.decode(PageTestResult.self, forKey: .test))
        case .console: self = .console(page: try page(), try values.decode(ConsoleLine.self, forKey: .console))
        case .pageRetried: self = .pageRetried(try values.decode(PageRunResult.self, forKey: .result))
        case .pageFinished: self = .pageFinished(try values.decode(PageRunResult.self, forKey: .result))
        case .runFinished: self = .runFinished(try values.decode(RunSummary.self, forKey: .summary))
        }
    }

    /// Writes the object.
    public func encode(to encoder: any Encoder) throws {
        var values = encoder.container(keyedBy: Key.self)
        try values.encode(Self.version, forKey: .version)
        switch self {
        case .runStarted(let pages):
            try values.encode(Name.runStarted, forKey: .event)
            try values.encode(pages, forKey: .pages)
        case .pageStarted(let page):
            try values.encode(Name.pageStarted, forKey: .event)
            try values.encode(page, forKey: .page)
        case .testStarted(let page, let name):
            try values.encode(Name.testStarted, forKey: .event)
            try values.encode(page, forKey: .page)
            try values.encode(name, forKey: .name)
        case .testFinished(let page, let test):
            try values.encode(Name.testFinished, forKey: .event)
            try values.encode(page, forKey: .page)
            try values.encode(test, forKey: .test)
        case .console(let page, let line):
            try values.encode(Name.console, forKey: .event)
            try values.encode(page, forKey: .page)
            try values.encode(line, forKey: .console)
        case .pageRetried(let result):
            try values.encode(Name.pageRetried, forKey: .event)
            try values.encode(result, forKey: .result)
        case .pageFinished(let result):
            try values.encode(Name.pageFinished, forKey: .event)
            try values.encode(result, forKey: .result)
        case .runFinished(let summary):
            try values.encode(Name.runFinished, forKey: .event)
            try values.encode(summary, forKey: .summary)
        }
    }

    /// The event as one line of JSON, without its end.
    package var line: String { JSONText.text(self, [.sorted, .nonFiniteNames]) }
}
