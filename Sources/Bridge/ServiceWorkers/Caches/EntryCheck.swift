import Foundation
import Synchronization

/// Which stored entries are known to be whole, and which were found damaged. Any thread.
///
/// Each entry is decoded once in the life of a process: replies to pages have its text as it is stored.
final class EntryCheck: Sendable {
    private struct State {
        var sound: Set<Int64> = []
        var damaged: [Int64: (row: CacheRows.Row, url: String)] = [:]
        var unreported: Set<Int64> = []
    }

    private let state = Mutex(State())

    /// Returns whether an entry can be used.
    func isSound(
        _ row: CacheRows.Row, url: @autoclosure () -> String, _ texts: () -> (request: String, response: String)
    )
        -> Bool
    {
        if state.withLock({ $0.sound.contains(row.id) }) { return true }
        let texts = texts()
        let isSound = row.size >= 0 && Self.areSound(texts.request, texts.response)
        let url = isSound ? "" : url()
        state.withLock { state in
            if isSound {
                state.sound.insert(row.id)
            } else if state.damaged.updateValue((row, url), forKey: row.id) == nil {
                state.unreported.insert(row.id)
            }
        }
        return isSound
    }

    /// Returns whether a request and a response can be read.
    static func areSound(_ request: String, _ response: String) -> Bool {
        (try? ColumnText.decode(FetchRequest.Head.self, request)) != nil
            && (try? ColumnText.decode(FetchResponse.Head.self, response)) != nil
    }

    /// Returns the damaged entries that were found since the last call.
    func takeDamaged() -> [(row: CacheRows.Row, url: String)] {
        state.withLock { state in
            guard !state.unreported.isEmpty else { return [] }
            defer { state.unreported = [] }
            return state.unreported.compactMap { state.damaged[$0] }
        }
    }
}
