import Foundation
import FoundationNetworking
import GRDB
import HTTPMessages
import URLInterception

/// Answers requests to tables: reads as they are read, changes in one transaction each. It may be called from any task.
final class TableService: ResourceLoader {
    /// The first bytes of an answer come early, and later ones in larger pieces.
    private static let firstPiece = 64 << 10
    private static let pieceSize = 256 << 10

    private let file: DatabaseFile
    private let isReadOnly: Bool
    private let schema: SchemaCache
    private let changes: ChangeFeed?
    /// Tables that records stand for, by their name in addresses.
    private let models: [String: any ModelTable]?

    /// - Parameter models: the only resources there are, where the database's tables are not.
    init(_ file: DatabaseFile, options: SQLiteOptions, models: [any ModelTable]? = nil) {
        self.file = file
        isReadOnly = options.isReadOnly
        schema = SchemaCache(allowed: models.map { Set($0.map(\.tableName)) } ?? options.tables)
        self.models = models.map { Dictionary($0.map { ($0.name.lowercased(), $0) }) { _, last in last } }
        changes = file.writer.map { ChangeFeed($0) }
    }

    func load(_ request: URLRequest) async throws -> LoadedResource {
        guard let url = request.url else { throw URLError(.badURL) }
        do {
            return try await answer(ResourceRequest(request, at: url))
        } catch {
            let failure: RESTError
            switch error {
            case let error as RESTError: failure = error
            case let error as DatabaseError
            where error.resultCode == .SQLITE_INTERRUPT || error.resultCode == .SQLITE_ABORT:
                throw CancellationError()
            case let error as DatabaseError: failure = RESTError(error)
            default: throw error
            }
            return try failure.answer(at: url, head: request.httpMethod?.uppercased() == "HEAD")
        }
    }

    private func answer(_ request: ResourceRequest) async throws -> LoadedResource {
        guard let name = request.table else { return try await schemaAnswer(request) }
        let model = try models.map { try Self.model(name, $0) }
        if request.isSubscription { return try await subscription(request, model) }
        if request.isRead { return try await rows(request, model) }
        guard let writer = file.writer, !isReadOnly else {
            throw RESTError(
                status: 405, code: "read_only", message: "The database can only be read.",
                headers: ["Allow": ResourceRequest.readMethods])
        }
        let outcome = try await writer.write { [schema] db in
            let table = try schema.schema(db).table(model?.tableName ?? name)
            return try model.map { try $0.change(request, table, db) } ?? TableChanges.run(request, table, db)
        }
        return try ChangeAnswer(request, outcome).resource
    }

    private static func model(_ name: String, _ models: [String: any ModelTable]) throws(RESTError) -> any ModelTable {
        guard let model = models[name.lowercased()] else {
            throw RESTError(
                status: 404, code: "table_not_found", message: "There is no table \(RESTError.quoted(name)).",
                hint: RESTError.choices(models.values.map(\.name).sorted()))
        }
        return model
    }

    // MARK: Reading

    private func rows(_ request: ResourceRequest, _ model: (any ModelTable)?) async throws -> LoadedResource {
        await file.connections.turns.take()
        defer { file.connections.turns.give() }
        try Task.checkCancellation()
        let cursor = try AnswerCursor(file.connections, writer: model?.rowWriter(request) ?? TableRowWriter())
        let (plan, opening) = try await cursor.open(schema, upTo: Self.firstPiece) {
            let table = try $0.table(model?.tableName ?? request.table ?? "")
            return try model?.plan(request, table) ?? ReadPlan(request, of: table)
        }
        let head: RowsHead
        do {
            head = try RowsHead(plan, opening)
        } catch {
            cursor.cancel()
            throw error
        }
        guard request.method == .get else {
            cursor.cancel()
            return try LoadedResource(url: request.url, status: head.status, headers: head.fields, body: .empty)
        }
        guard opening.rows == nil else {
            var fields = head.fields
            fields["Content-Length"] = String(opening.bytes.count)
            return try LoadedResource(
                url: request.url, status: head.status, headers: fields, body: BodyStream(opening.bytes))
        }
        guard file.connections.openAnswer() else {
            cursor.cancel()
            throw RESTError(
                status: 503, code: "too_many_answers",
                message: "\(ReadConnections.mostOpenAnswers) long answers are being read already.",
                hint: "Read one to its end, or abort it.", headers: ["Retry-After": "1"])
        }
        let answer = OpenAnswer(cursor, file.connections, first: opening.bytes)
        return try LoadedResource(
            url: request.url, status: head.status, headers: head.fields,
            body: BodyStream(next: { try await answer.next(upTo: Self.pieceSize) }, cancel: { answer.cancel() }))
    }

    private func schemaAnswer(_ request: ResourceRequest) async throws -> LoadedResource {
        guard request.isRead else {
            throw RESTError(
                status: 405, code: "method_not_allowed", message: "The schema can only be read.",
                headers: ["Allow": ResourceRequest.readMethods])
        }
        let body = try await SchemaDocument(knownSchema(), isReadOnly: isReadOnly || file.writer == nil).json()
        let fields = ["Content-Type": "application/json; charset=utf-8", "Content-Length": String(body.count)]
        return try LoadedResource(
            url: request.url, status: 200, headers: fields, body: request.method == .get ? BodyStream(body) : .empty)
    }

    private func knownSchema() async throws -> DatabaseSchema {
        let connection = try file.connections.take()
        defer { file.connections.give(connection) }
        return try await connection.unsafeRead { [schema] in try schema.schema($0) }
    }

    // MARK: Changes

    private func subscription(_ request: ResourceRequest, _ model: (any ModelTable)?) async throws -> LoadedResource {
        guard let changes else {
            throw RESTError(status: 405, code: "read_only", message: "A database that is only read does not change.")
        }
        guard request.key.isEmpty, request.items.count == 1 else {
            throw RESTError.badRequest(
                "bad_item", "subscribe stands alone.", hint: "Write sqlite://table?subscribe, and choose in the page.")
        }
        let table = try await knownSchema().table(model?.tableName ?? request.table ?? "")
        guard table.hasRowID else {
            throw RESTError.badRequest(
                "no_changes", "SQLite does not tell of changes of \(table.name), which has no rowid.")
        }
        let events = changes.subscribe(
            table, lastEventID: request.lastEventID, row: model?.rowText ?? RowText.text(of:_:_:))
        let fields = ["Content-Type": "text/event-stream; charset=utf-8", "Cache-Control": "no-store"]
        return try LoadedResource(
            url: request.url, status: 200, headers: fields,
            body: BodyStream(next: { await events.next() }, cancel: { events.close() }))
    }
}
