import Foundation
import GRDB
import Synchronization

/// Reports the changes that were committed through the database pool, by pages and by the application, to event streams.
///
/// An event is `insert`, `update` or `delete`, and its data `{"rowid":42,"key":[42],"row":{…}}`, with the row as it is after the
/// commit; `row` is null after a `delete`, and `key` too where the rowid is no part of it. `reset` says that there were more
/// changes than are told: what the page has is to be read again.
final class ChangeFeed: TransactionObserver, Sendable {
    /// Writes the key and the row for an event.
    typealias RowWriting = @Sendable (TableSchema, Int64, Database) throws -> Data?

    /// The most rows of one transaction that are reported one by one.
    private static let mostRows = 1000

    private enum Kind: String { case insert, update, delete }

    private struct Subscription {
        let table: TableSchema
        let row: RowWriting
        let queue: EventQueue
    }

    private struct State {
        var subscriptions: [Int: Subscription] = [:]
        var nextSubscription = 0
        var lastEvent = 0
        /// The changes of the transaction, by table in lower case; nil for a table with too many changes.
        var pending: [String: [Int64: Kind]?] = [:]
        var order: [(table: String, row: Int64)] = []
    }

    private let state = Mutex(State())
    /// Events of other runs of the program are not continued.
    private let run = UInt64.random(in: 0 ... .max)

    init(_ pool: DatabasePool) {
        pool.add(transactionObserver: self, extent: .observerLifetime)
    }

    // MARK: Subscribing

    func subscribe(_ table: TableSchema, lastEventID: String?, row: @escaping RowWriting) -> EventQueue {
        let (id, last) = state.withLock { state in
            state.nextSubscription += 1
            return (state.nextSubscription, state.lastEvent)
        }
        let queue = EventQueue { [weak self] in self?.state.withLock { state in state.subscriptions[id] = nil } }
        state.withLock { $0.subscriptions[id] = Subscription(table: table, row: row, queue: queue) }
        // The head of the answer leaves with its first byte.
        queue.push(Data(": subscribed to \(id)\n\n".utf8), reset: Data())
        if let lastEventID, !lastEventID.isEmpty, lastEventID != eventID(last) {
            queue.push(reset(last), reset: Data())
        }
        return queue
    }

    private func eventID(_ number: Int) -> String { String(run, radix: 36) + "-" + String(number) }

    private func reset(_ number: Int) -> Data { Data("event: reset\nid: \(eventID(number))\ndata: {}\n\n".utf8) }

    // MARK: TransactionObserver, on the pool's writing queue

    func observes(eventsOfKind eventKind: DatabaseEventKind) -> Bool {
        let name =
            switch eventKind {
            case .insert(let name), .delete(let name), .update(let name, _): name
            }
        return state.withLock { $0.subscriptions.values.contains { $0.table.name.lowercased() == name.lowercased() } }
    }

    func databaseDidChange(with event: DatabaseEvent) {
        let kind: Kind =
            switch event.kind {
            case .insert: .insert
            case .update: .update
            case .delete: .delete
            }
        let table = event.tableName.lowercased()
        state.withLock { state in
            guard var rows = state.pending[table, default: [:]] else { return }
            guard rows.count < Self.mostRows else {
                state.pending[table] = .some(nil)
                return
            }
            if let earlier = rows[event.rowID] {
                rows[event.rowID] = Self.joined(earlier, kind)
            } else {
                rows[event.rowID] = kind
                state.order.append((table, event.rowID))
            }
            state.pending[table] = rows
        }
    }

    /// Returns two changes of one row as one; nil for a row that came and went.
    private static func joined(_ first: Kind, _ second: Kind) -> Kind? {
        switch (first, second) {
        case (.insert, .delete): nil
        case (.insert, _): .insert
        case (.delete, .insert): .update
        case (_, let second): second
        }
    }

    func databaseDidRollback(_ db: Database) {
        state.withLock { ($0.pending, $0.order) = ([:], []) }
    }

    func databaseDidCommit(_ db: Database) {
        let (pending, order, subscriptions) = state.withLock { state in
            defer { (state.pending, state.order) = ([:], []) }
            return (state.pending, state.order, state.subscriptions)
        }
        for (table, rows) in pending where rows == nil {
            for subscription in subscriptions.values where subscription.table.name.lowercased() == table {
                let event = reset(nextEvent())
                subscription.queue.push(event, reset: event)
            }
        }
        var told: [String: Set<Int64>] = [:]
        for (table, row) in order {
            guard let rows = pending[table] ?? nil, let kind = rows[row],
                told[table, default: []].insert(row).inserted
            else { continue }
            let number = nextEvent()
            for subscription in subscriptions.values where subscription.table.name.lowercased() == table {
                let text = kind == .delete ? nil : try? subscription.row(subscription.table, row, db)
                let event = self.event(number, kind, row: row, text: text, of: subscription.table)
                subscription.queue.push(event, reset: reset(number))
            }
        }
    }

    private func nextEvent() -> Int {
        state.withLock { state in
            state.lastEvent += 1
            return state.lastEvent
        }
    }

    private func event(_ number: Int, _ kind: Kind, row: Int64, text: Data?, of table: TableSchema) -> Data {
        var event = Data("event: \(kind.rawValue)\nid: \(eventID(number))\ndata: {\"rowid\":\(row),".utf8)
        let key = table.rowIDColumn == nil ? "null" : "[\(row)]"
        event.append(text ?? Data("\"key\":\(key),\"row\":null".utf8))
        event.append(Data("}\n\n".utf8))
        return event
    }
}
