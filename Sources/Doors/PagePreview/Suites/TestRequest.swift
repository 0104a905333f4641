/// A wish of a person at the interface of tests.
public enum TestRequest: Sendable, Equatable {
    /// Runs all pages.
    case runAll
    /// Runs pages by their names.
    case run(pages: [String])
    /// Runs one test of a page, by its groups and its own name.
    case runTest(page: String, name: [String])
    /// Ends the run: the page that runs ends as it is, and no other begins.
    case stop
}

/// A message of a browser that shows the interface of tests.
enum TestViewerMessage: Decodable, Sendable {
    case request(TestRequest)
    /// Asks for the pages that failed, and those that have not run.
    case runFailed
    /// The browser has shown the picture that it got last.
    case frameShown
    /// The browser has taken the events that it got last.
    case eventsTaken

    private enum Key: String, CodingKey { case type, pages, page, name }

    init(from decoder: any Decoder) throws {
        let message = try decoder.container(keyedBy: Key.self)
        switch try message.decode(String.self, forKey: .type) {
        case "runAll": self = .request(.runAll)
        case "runFailed": self = .runFailed
        case "run": self = .request(.run(pages: try message.decode([String].self, forKey: .pages)))
        case "runTest":
            self = .request(
                .runTest(
                    page: try message.decode(String.self, forKey: .page),
                    name: try message.decode([String].self, forKey: .name)))
        case "stop": self = .request(.stop)
        case "frameShown": self = .frameShown
        case "eventsTaken": self = .eventsTaken
        case let name:
            throw DecodingError.dataCorruptedError(
                forKey: .type, in: message, debugDescription: "There is no message “\(name)”")
        }
    }
}
