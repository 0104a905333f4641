/// User agents in the form that WebKitGTK accepts: products such as `App/1.0`, and comments in parentheses. It refuses others, which
/// WebKit on iOS sends as they are.
///
/// Source: RFC 9110, 10.1.5, https://httpwg.org/specs/rfc9110.html#field.user-agent
enum UserAgentText {
    /// Returns the text, or where WebKitGTK would refuse it a comment with it.
    static func words(_ text: String) -> String {
        if text.isEmpty || isList(text) { return text }
        return "(\(text.filter { $0.isASCII && ("\u{20}"..."\u{7E}").contains($0) && !"()\\".contains($0) }))"
    }

    /// Returns a whole user agent, which begins with a product.
    static func whole(_ text: String) -> String {
        text.isEmpty || isList(text) && !text.hasPrefix("(") ? text : "Mozilla/5.0 \(words(text))"
    }

    private static func isList(_ text: String) -> Bool {
        text.wholeMatch(
            of: #/(?:(?:[-!#$%&'*+.^_`|~0-9A-Za-z]+(?:/[-!#$%&'*+.^_`|~0-9A-Za-z]+)?|\([ -'*-\[\]-~]*\))(?: |$))+/#)
            != nil && !text.hasSuffix(" ")
    }
}
