import HTTPMessages

/// The header fields of a response as WebKit is to see them.
enum AnswerHeaders {
    /// The fields that belong to the connection, and codings that are already undone: by URLSession, or by a class that gives
    /// plain bytes.
    private static let dropped: Set<String> = [
        "connection", "keep-alive", "proxy-connection", "transfer-encoding", "upgrade", "content-encoding",
    ]

    /// The fields, one for each cookie.
    static func fields(of response: HTTPURLResponse) -> [(name: String, value: String)] {
        response.headerFields.flatMap { name, value -> [(String, String)] in
            let lowered = name.lowercased()
            if dropped.contains(lowered) { return [] }
            let values = lowered == "set-cookie" ? cookies(value) : [value]
            // Foundation takes any text from a class.
            return values.filter { !$0.contains(where: \.isNewline) && !$0.contains("\0") }.map { (name, $0) }
        }
    }

    /// Takes apart what Foundation puts into one line: a comma that a name and an equals sign follow begins a cookie. Dates have
    /// commas, too.
    static func cookies(_ line: String) -> [String] {
        line.split(separator: /,\s*(?=[!#$%&'*+\-.^_`|~0-9A-Za-z]+=)/).map(String.init)
    }
}
