import GRDB

/// Writes rows as their records encode them.
struct RecordRowWriter<Record: Codable & FetchableRecord & Sendable>: RowWriter {
    private let coding: RecordCoding<Record>
    /// The members that are wanted, by their name and the name they get; nil for all.
    private let selection: [(name: String, label: String)]?
    private var framing = RowFraming(format: .json, labels: [])
    private var cursor: RecordCursor<Record>?
    private var isFirst = true
    var rows: Int { framing.rows }

    init(_ coding: RecordCoding<Record>, selection: [(name: String, label: String)]?) {
        self.coding = coding
        self.selection = selection
    }

    mutating func prepare(_ plan: ReadPlan, _ statement: Statement) throws {
        framing = RowFraming(format: plan.format, labels: [])
        cursor = try Record.fetchCursor(statement)
    }

    mutating func fill(_ bytes: inout OutputBytes, upTo size: Int) throws -> Bool {
        guard let cursor else { return false }
        if isFirst { framing.begin(&bytes) }
        isFirst = false
        while bytes.count < size || (framing.format == .object && rows < 2) {
            guard let record = try cursor.next() else {
                framing.end(&bytes)
                return false
            }
            framing.beginRow(&bytes)
            try append(record, to: &bytes)
            framing.endRow(&bytes)
        }
        return true
    }

    private func append(_ record: Record, to bytes: inout OutputBytes) throws {
        guard let selection else {
            // As the encoder has it: with the numbers that it wrote.
            let data = try coding.encoder().encode(record)
            data.withUnsafeBytes { bytes.append($0.bindMemory(to: UInt8.self)) }
            return
        }
        let members = try coding.members(record)
        RecordCoding<Record>.append(
            selection.map { wanted in
                (wanted.label, members.first { $0.name == wanted.name }?.value ?? .null)
            }, to: &bytes)
    }

    mutating func close() { cursor = nil }
}
