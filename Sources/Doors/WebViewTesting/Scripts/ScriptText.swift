import HTTPMessages

/// JSON text that is valid in JavaScript and in a script element.
enum ScriptText {
    /// Returns the JSON text of a string, which is also JavaScript's.
    static func quoted(_ text: String) -> String { embedded(JSONText.string(text)) }

    /// Returns JSON text in which nothing ends a script element or begins a comment of HTML.
    static func embedded(_ json: String) -> String { json.replacing("<", with: "\\u003c") }
}
