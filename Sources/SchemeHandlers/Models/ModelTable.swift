import Foundation
import GRDB

/// A table whose rows go through a record type.
protocol ModelTable: Sendable {
    /// The name in addresses.
    var name: String { get }
    var tableName: String { get }
    func rowWriter() -> any RowWriter
    func change(_ request: ResourceRequest, _ table: TableSchema, _ db: Database) throws -> WriteOutcome
    func rowText(_ table: TableSchema, _ rowID: Int64, _ db: Database) throws -> Data?
}
