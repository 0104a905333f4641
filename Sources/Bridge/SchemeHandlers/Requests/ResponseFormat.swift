/// The format of rows, chosen by `Accept` among the types of PostgREST, and NDJSON.
enum ResponseFormat: String, CaseIterable {
    /// An array of objects.
    case json = "application/json"
    /// One object a line.
    case lines = "application/x-ndjson"
    /// A line of names, then one a row.
    case csv = "text/csv"
    /// The only row, as an object.
    case object = "application/vnd.pgrst.object+json"

    var contentType: String { rawValue + "; charset=utf-8" }

    /// The format that the header likes best; JSON where it does not say.
    ///
    /// - Throws: a 406 where it accepts none of these formats.
    init(accept header: String?) throws(RESTError) {
        guard let header, !header.allSatisfy({ $0 == " " }) else {
            self = .json
            return
        }
        var best: (format: ResponseFormat, quality: Double)?
        for range in header.split(separator: ",") {
            let parts = range.split(separator: ";").map { $0.filter { $0 != " " && $0 != "\t" }.lowercased() }
            guard let name = parts.first, let format = Self.format(named: name) else { continue }
            let quality = parts.dropFirst().first { $0.hasPrefix("q=") }.flatMap { Double($0.dropFirst(2)) } ?? 1
            if quality > best?.quality ?? 0 { best = (format, quality) }
        }
        guard let best else {
            throw RESTError(
                status: 406, code: "not_acceptable", message: "No format is served that the Accept header names.",
                hint: "There are: \(Self.allCases.map(\.rawValue).joined(separator: ", ")).")
        }
        self = best.format
    }

    private static func format(named name: String) -> ResponseFormat? {
        switch name {
        case "*/*", "application/*": .json
        case "text/*": .csv
        case "application/ndjson", "application/jsonl", "application/x-jsonlines": .lines
        default: ResponseFormat(rawValue: name)
        }
    }
}
