/// The operators of filters: PostgREST's,
/// [as far as SQLite has them](https://docs.postgrest.org/en/stable/references/api/tables_views.html#operators).
enum FilterOperator: String, CaseIterable {
    case eq, neq, gt, gte, lt, lte, like, ilike, `in`, `is`

    /// The operators that PostgREST has and SQLite lacks.
    static let missing: Set<String> = [
        "match", "imatch", "fts", "plfts", "phfts", "wfts", "cs", "cd", "ov", "sl", "sr", "nxr", "nxl", "adj",
        "isdistinct",
    ]

    /// The words of SQL between a column and one value.
    var comparison: StaticString? {
        switch self {
        case .eq: " = "
        case .neq: " <> "
        case .gt: " > "
        case .gte: " >= "
        case .lt: " < "
        case .lte: " <= "
        case .like: " GLOB "
        case .ilike: " LIKE "
        case .in, .is: nil
        }
    }
}

/// Patterns with `%` (and `*`, which needs no encoding in an address), `_` and a backslash that takes the meaning from the next.
enum FilterPattern {
    /// Returns a pattern for `GLOB`, which minds case as `like` does in PostgreSQL.
    static func glob(_ pattern: String) -> String {
        rewrite(pattern, many: "*", one: "?") { "*?[".unicodeScalars.contains($0) ? "[\($0)]" : String($0) }
    }

    /// Returns a pattern for `LIKE … ESCAPE '\'`.
    static func like(_ pattern: String) -> String {
        rewrite(pattern, many: "%", one: "_") { "%_\\".unicodeScalars.contains($0) ? "\\\($0)" : String($0) }
    }

    private static func rewrite(
        _ pattern: String, many: String, one: String, literal: (Unicode.Scalar) -> String
    ) -> String {
        var result = ""
        var scalars = pattern.unicodeScalars.makeIterator()
        while let scalar = scalars.next() {
            switch scalar {
            case "%", "*": result += many
            case "_": result += one
            case "\\": if let next = scalars.next() { result += literal(next) } else { result += literal(scalar) }
            default: result += literal(scalar)
            }
        }
        return result
    }
}
