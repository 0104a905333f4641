public import Foundation

extension URLSchemeRouter {
    /// The reasons why a URL with the router's scheme reaches no handler.
    ///
    /// The error goes where the errors of handlers go: to `x-error`, with ``errorCode`` and the sentence, or else to `onError`.
    public enum RequestError: Error, Sendable, Equatable {
        /// No route has this path.
        case noRoute(path: String)
        /// The URL has more bytes than the limit.
        case tooLong(limit: Int)
        /// The query has more items than the limit.
        case tooManyParameters(limit: Int)
        /// The path has more segments than the limit.
        case tooManySegments(limit: Int)
        /// The text, or the parameter of that name, is not UTF-8 after its percent-encoding is removed.
        case notText(String)
        /// The path or the parameter of that name has a character that has no business there: NUL anywhere, and any
        /// other control character in a path or in a name.
        case controlCharacter(String)
        /// The path would lead out of its folder if it named a file: it has `..`, or a segment with an encoded slash
        /// or a backslash around one.
        case traversal(path: String)
        /// The value of `x-success`, `x-error` or `x-cancel` is no absolute URL, or none that may be opened.
        case badCallback(parameter: String)

        /// A message that says what is wrong and what to do.
        public var message: String {
            switch self {
            case .noRoute(let path): "There is no action \(path)."
            case .tooLong(let limit): "The URL is longer than \(limit) bytes."
            case .tooManyParameters(let limit): "The URL has more than \(limit) parameters."
            case .tooManySegments(let limit): "The URL's path has more than \(limit) segments."
            case .notText(let name): "\"\(name)\" is not valid text. Percent-encode it as UTF-8."
            case .controlCharacter(let name): "\"\(name)\" has a control character. Leave it out."
            case .traversal(let path): "The path \(path) has a segment \"..\". Name the action without it."
            case .badCallback(let parameter):
                "The parameter \"\(parameter)\" is not an absolute URL of an app or a website. "
                    + "Percent-encode a whole URL there."
            }
        }
    }
}

extension URLSchemeRouter.RequestError: LocalizedError, CustomNSError, CustomStringConvertible {
    /// The message.
    public var errorDescription: String? { message }
    /// The message.
    public var description: String { message }
    /// `URLSchemeRouter.RequestError`.
    public static var errorDomain: String { "URLSchemeRouter.RequestError" }
    /// The message, since Foundation on Linux takes that of a `CustomNSError` from here only.
    public var errorUserInfo: [String: Any] { [NSLocalizedDescriptionKey: message] }
    /// 404 where there is no such action, 400 otherwise.
    public var errorCode: Int {
        if case .noRoute = self { 404 } else { 400 }
    }
}

extension String {
    /// The text in a message that quotes what a stranger wrote: its beginning, with control characters made visible.
    var quoted: String {
        shortened.unicodeScalars.map {
            $0.properties.generalCategory == .control ? $0.escaped(asASCII: true) : String($0)
        }
        .joined()
    }
}
