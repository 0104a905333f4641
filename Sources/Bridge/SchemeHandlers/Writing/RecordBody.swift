import Foundation

/// The records of a request's body, in JSON, NDJSON or CSV as its type says.
struct RecordBody {
    enum Format { case json, lines, csv }

    let format: Format
    private let body: Data

    /// - Throws: a 415 for a type that forms of other sites can send, or that is unknown; a 400 where there is no body.
    init(_ request: ResourceRequest) throws(RESTError) {
        body = request.body
        let type = (request.contentType ?? "").prefix { $0 != ";" }.filter { $0 != " " }.lowercased()
        switch type {
        case "application/json", "application/vnd.pgrst.object+json": format = .json
        case "application/x-ndjson", "application/ndjson", "application/jsonl", "application/x-jsonlines":
            format = .lines
        case "text/csv": format = .csv
        default:
            throw RESTError(
                status: 415, code: "unsupported_media_type",
                message: "The body's Content-Type is \(type.isEmpty ? "missing" : RESTError.quoted(type)).",
                hint: "There are: application/json, application/x-ndjson, text/csv.")
        }
        guard !body.isEmpty else {
            throw .badRequest("no_body", "The request has no body.", hint: "Send an object, or an array of objects.")
        }
    }

    /// Calls `take` with each record, as it is read.
    func forEach(_ take: (JSONMembers) throws -> Void) throws {
        try body.withUnsafeBytes { raw in
            let bytes = raw.bindMemory(to: UInt8.self)
            do {
                switch format {
                case .json: try Self.readJSON(bytes, take)
                case .lines: try Self.readLines(bytes, take)
                case .csv: try CSVReader.read(bytes, take)
                }
            } catch let failure as RecordReader.Failure {
                throw RESTError.badRequest(
                    failure.code, "The body is not JSON that can be taken: \(failure.message) (byte \(failure.offset))."
                )
            }
        }
    }

    /// Returns the only record.
    ///
    /// - Throws: a 400 where there is none, or more.
    func single() throws -> JSONMembers {
        var found: JSONMembers?
        try forEach { members in
            guard found == nil else { throw Self.notSingle }
            found = members
        }
        guard let found else { throw Self.notSingle }
        return found
    }

    private static var notSingle: RESTError { .badRequest("not_single", "The body must hold one object.") }

    private static func readJSON(_ bytes: UnsafeBufferPointer<UInt8>, _ take: (JSONMembers) throws -> Void) throws {
        var reader = RecordReader(bytes)
        guard reader.take("[") else {
            let members = try reader.members()
            try reader.end()
            return try take(members)
        }
        if !reader.take("]") {
            repeat { try take(reader.members()) } while reader.take(",")
            guard reader.take("]") else {
                throw reader.failure(.separator)
            }
        }
        try reader.end()
    }

    private static func readLines(_ bytes: UnsafeBufferPointer<UInt8>, _ take: (JSONMembers) throws -> Void) throws {
        var reader = RecordReader(bytes)
        while !reader.isAtEnd { try take(reader.members()) }
    }
}
