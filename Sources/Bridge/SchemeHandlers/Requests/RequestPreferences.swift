/// The preferences in a `Prefer` header. The names are PostgREST's where it has them, and those of [RFC
/// 7240](https://www.rfc-editor.org/rfc/rfc7240) otherwise; `integers` and `rows` are this project's.
struct RequestPreferences: Equatable {
    enum Return: String { case minimal, headersOnly = "headers-only", representation }
    enum Duplicates: String { case merge = "merge-duplicates", ignore = "ignore-duplicates" }

    var counts = false
    var returns: Return?
    var duplicates: Duplicates?
    /// Integers beyond what a JavaScript number holds exactly are strings.
    var integersAsText = false
    /// A change without a filter is meant.
    var allRows = false
    var mostAffected: Int?
    /// The preferences that were understood, for `Preference-Applied`.
    private(set) var applied: [String] = []

    /// Unknown preferences are passed over, as the RFC has it, unless there is `handling=strict` among them.
    init(header: String?) throws(RESTError) {
        var unknown: [String] = []
        var isStrict = false
        for part in (header ?? "").split(separator: ",") {
            let text = part.filter { $0 != " " && $0 != "\t" && $0 != "\"" }
            if text.isEmpty { continue }
            if text == "handling=strict" { isStrict = true } else if text == "handling=lenient" { isStrict = false }
            if take(text) { applied.append(text) } else { unknown.append(text) }
        }
        guard !isStrict || unknown.isEmpty else {
            throw .badRequest(
                "unknown_preference", "The Prefer header asks for \(RESTError.quoted(unknown[0])), which is unknown.",
                hint: "There are: count=exact, return=minimal|headers-only|representation, "
                    + "resolution=merge-duplicates|ignore-duplicates, integers=string, rows=all, max-affected=N.")
        }
    }

    private mutating func take(_ text: String) -> Bool {
        let pair = text.split(separator: "=", maxSplits: 1).map(String.init)
        guard pair.count == 2 else { return false }
        switch (pair[0].lowercased(), pair[1]) {
        case ("count", "exact"): counts = true
        case ("count", "none"): counts = false
        case ("return", let value): if let kind = Return(rawValue: value) { returns = kind } else { return false }
        case ("resolution", let value):
            if let kind = Duplicates(rawValue: value) { duplicates = kind } else { return false }
        case ("integers", "string"): integersAsText = true
        case ("integers", "number"): integersAsText = false
        case ("rows", "all"): allRows = true
        case ("max-affected", let value):
            guard let count = Int(value), count >= 0 else { return false }
            mostAffected = count
        case ("handling", "strict"), ("handling", "lenient"), ("missing", "default"): break
        default: return false
        }
        return true
    }
}
