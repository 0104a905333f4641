/// [JavaScript MIME types](https://mimesniff.spec.whatwg.org/#javascript-mime-type).
enum JavaScriptMIMEType {
    private static let essences: Set<String> = [
        "application/ecmascript", "application/javascript", "application/x-ecmascript", "application/x-javascript",
        "text/ecmascript", "text/javascript", "text/javascript1.0", "text/javascript1.1", "text/javascript1.2",
        "text/javascript1.3", "text/javascript1.4", "text/javascript1.5", "text/jscript", "text/livescript",
        "text/x-ecmascript", "text/x-javascript",
    ]

    /// Returns whether a `Content-Type`, parameters aside, is one of them.
    static func matches(_ contentType: String) -> Bool {
        let essence = contentType.prefix { $0 != ";" }
        let trimmed = essence.drop { $0.isWhitespace }.reversed().drop { $0.isWhitespace }.reversed()
        return essences.contains(String(trimmed).lowercased())
    }
}
