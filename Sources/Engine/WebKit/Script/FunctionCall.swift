/// A call of an asynchronous function, as `callAsyncJavaScript` makes it: WebKit's text around the body, and the arguments.
struct FunctionCall {
    /// The source URL of the function, by which its syntax errors are recognized. On iOS the function has none.
    static let sourceURL = "about:callAsyncJavaScript"
    /// The message about an argument that JavaScript cannot have, with the words of iOS.
    static let unsupportedArgument = """
        Function argument values must be one of the following types, or contain only the following types: NSNumber, \
        NSNull, NSDate, NSString, NSArray, and NSDictionary
        """
    private static let inner = "return "
    /// The number of columns that ``innerBody`` adds to the first line: WebKitGTK's own beginning of the function around it, and its own.
    static let innerBodyColumns = "(async function(){".count + inner.count

    /// The expression that calls the function, a promise.
    ///
    /// The body is the whole text of the function, so that a directive in it counts and lines keep their numbers. As on iOS a comment at
    /// its end has to end with a line.
    let expression: String

    /// The body of a function without parameters that makes the call.
    var innerBody: String { Self.inner + expression }

    /// Returns nil where JavaScript cannot have an argument.
    init?(_ body: String, _ arguments: [String: Any]) {
        let arguments = arguments.sorted { $0.key < $1.key }
        let literals = arguments.compactMap { JavaScriptLiteral.expression(for: $0.value) }
        guard literals.count == arguments.count else { return nil }
        let names = arguments.map(\.key).joined(separator: ",")
        expression = "(async function(\(names)){\(body)})(\(literals.joined(separator: ",")))"
    }
}
