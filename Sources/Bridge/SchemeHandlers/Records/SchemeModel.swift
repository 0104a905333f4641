public import Foundation
public import GRDB

/// A record type that pages may reach, and the name it has in addresses.
///
/// ```swift
/// struct Product: Codable, FetchableRecord, MutablePersistableRecord { … }
///
/// let products = SchemeModel(Product.self) { product in
///     if product.price < 0 { throw ProductError.negativePrice }
/// }
/// ```
///
/// Filters and order name the columns of the record's table; for GRDB's Codable records those are the coding keys.
public struct SchemeModel: Sendable {
    let table: any ModelTable

    /// Describes a record type.
    ///
    /// - Parameters:
    ///   - type: the type. What its callbacks do (`willInsert`, `didUpdate` …) is done for pages' changes, too.
    ///   - name: the name in addresses; the table's unless given.
    ///   - coding: how records are written as JSON and read from it.
    ///   - validate: throws for a record that must not be stored: the page gets a 422 with the error's description.
    public init<Record: Codable & FetchableRecord & MutablePersistableRecord & Sendable>(
        _ type: Record.Type, name: String? = nil, coding: Coding = Coding(),
        validate: @escaping @Sendable (Record) throws -> Void = { _ in }
    ) {
        table = RecordTable<Record>(
            name: name ?? Record.databaseTableName,
            coding: RecordCoding(encoder: coding.encoder, decoder: coding.decoder, validate: validate))
    }

    /// The coders that write records as JSON and read them from it. Dates are ISO 8601 unless another coder is given.
    public struct Coding: Sendable {
        /// Makes the encoder of an answer. Called on any thread.
        public var encoder: @Sendable () -> JSONEncoder = {
            let encoder = JSONEncoder()
            encoder.dateEncodingStrategy = .iso8601
            encoder.outputFormatting = .withoutEscapingSlashes
            return encoder
        }

        /// Makes the decoder of a body. Called on any thread.
        public var decoder: @Sendable () -> JSONDecoder = {
            let decoder = JSONDecoder()
            decoder.dateDecodingStrategy = .iso8601
            return decoder
        }

        /// Makes the usual coding.
        public init() {}
    }
}
