import HTTPMessages
import URLInterception

/// The header fields of a response as WebKit is to see them.
enum AnswerHeaders {
    /// The fields that belong to the connection, and codings that are already undone: by the loader, or by a class that gives
    /// plain bytes.
    private static let dropped: Set<String> = [
        "connection", "keep-alive", "proxy-connection", "transfer-encoding", "upgrade", "content-encoding",
    ]

    /// The fields, one for each cookie.
    static func fields(of resource: LoadedResource) -> [(name: String, value: String)] {
        resource.response.headerFields.flatMap { name, value -> [(String, String)] in
            let lowered = name.lowercased()
            if dropped.contains(lowered) { return [] }
            let values = lowered == "set-cookie" ? resource.setCookieTexts : [value]
            // Foundation takes any text from a class.
            return values.filter { !$0.contains(where: \.isNewline) && !$0.contains("\0") }.map { (name, $0) }
        }
    }
}
