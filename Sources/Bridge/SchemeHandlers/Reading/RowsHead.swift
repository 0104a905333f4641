/// Status and header fields of rows, as PostgREST has them.
struct RowsHead {
    var status = 200
    var fields: [String: String]

    /// - Throws: a 404 for a key that no row has, a 406 where one row is asked for and there are others, a 416 for an offset
    ///   behind the last row.
    init(_ plan: ReadPlan, _ opening: AnswerCursor.Opening) throws(RESTError) {
        fields = ["Content-Type": plan.format.contentType, "Cache-Control": "no-store", "Vary": "Accept, Prefer"]
        let applied = plan.preferences.applied
        if !applied.isEmpty { fields["Preference-Applied"] = applied.joined(separator: ", ") }
        if plan.isKeyed, opening.rows == 0 {
            throw RESTError(status: 404, code: "row_not_found", message: "\(plan.table.name) has no row with this key.")
        }
        if plan.format == .object, opening.rows != 1 {
            throw RESTError(
                status: 406, code: "not_single",
                message: "One row was asked for; there \(opening.rows == 0 ? "is none" : "are more").",
                hint: "Accept application/json.")
        }
        let total = opening.count.map(String.init) ?? "*"
        if let count = opening.count, plan.offset > 0, plan.offset >= count {
            throw RESTError(
                status: 416, code: "offset_too_large", message: "There are only \(count) rows.",
                headers: ["Content-Range": "*/\(count)"])
        }
        guard let shown = opening.rows.map(Int64.init) ?? Self.shown(plan, opening.count) else { return }
        fields["Content-Range"] = shown == 0 ? "*/\(total)" : "\(plan.offset)-\(plan.offset + shown - 1)/\(total)"
        if let count = opening.count, shown < count { status = 206 }
    }

    /// Returns the number of rows of an answer that is not at its end yet.
    private static func shown(_ plan: ReadPlan, _ count: Int64?) -> Int64? {
        guard let count else { return nil }
        return min(count - plan.offset, plan.limit ?? .max)
    }
}
