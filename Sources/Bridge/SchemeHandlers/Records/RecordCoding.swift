import Foundation
import GRDB

/// Records as JSON, and JSON as records that may be stored.
struct RecordCoding<Record: Codable & Sendable>: Sendable {
    let encoder: @Sendable () -> JSONEncoder
    let decoder: @Sendable () -> JSONDecoder
    let validate: @Sendable (Record) throws -> Void

    /// Returns the record that an object stands for.
    ///
    /// - Throws: a 422 where it is none, or may not be stored.
    func record(_ members: JSONMembers) throws -> Record {
        let record: Record
        do {
            record = try decoder().decode(Record.self, from: Self.object(members))
        } catch let error as DecodingError {
            throw Self.refusal(error)
        }
        do {
            try validate(record)
        } catch let error as RESTError {
            throw error
        } catch {
            let text = (error as? any LocalizedError)?.errorDescription ?? "\(error)"
            throw RESTError(status: 422, code: "invalid_record", message: text)
        }
        return record
    }

    /// Returns the members of a record's object.
    func members(_ record: Record) throws -> JSONMembers {
        let data = try encoder().encode(record)
        return try data.withUnsafeBytes { raw in
            var reader = RecordReader(raw.bindMemory(to: UInt8.self))
            do {
                return try reader.members()
            } catch let failure as RecordReader.Failure {
                throw RESTError(
                    status: 500, code: "record_not_encoded",
                    message: "\(Record.self) is not encoded as an object that can be taken: \(failure.message).")
            }
        }
    }

    static func object(_ members: JSONMembers) -> Data {
        var bytes = OutputBytes()
        append(members, to: &bytes)
        return bytes.take()
    }

    static func append(_ members: JSONMembers, to bytes: inout OutputBytes) {
        bytes.append(UInt8(ascii: "{"))
        for (index, member) in members.enumerated() {
            if index > 0 { bytes.append(UInt8(ascii: ",")) }
            bytes.appendJSON(member.name)
            bytes.append(UInt8(ascii: ":"))
            bytes.append(text: member.value.json)
        }
        bytes.append(UInt8(ascii: "}"))
    }

    private static func refusal(_ error: DecodingError) -> RESTError {
        let text: String
        var context: DecodingError.Context?
        switch error {
        case .keyNotFound(let key, let place): (text, context) = ("The member “\(key.stringValue)” is missing.", place)
        case .typeMismatch(let type, let place):
            (text, context) = ("\(type) is expected: \(place.debugDescription)", place)
        case .valueNotFound(let type, let place): (text, context) = ("\(type) is expected, not null.", place)
        case .dataCorrupted(let place): (text, context) = (place.debugDescription, place)
        @unknown default: text = "It cannot be decoded."
        }
        var path = ""
        for key in context?.codingPath ?? [] { path += key.intValue.map { "[\($0)]" } ?? ".\(key.stringValue)" }
        return RESTError(
            status: 422, code: "invalid_record",
            message: path.isEmpty ? text : "\(path.hasPrefix(".") ? String(path.dropFirst()) : path): \(text)",
            hint: "The body must hold what \(Record.self) decodes.")
    }
}
