import Foundation
import HTTPMessages
import ServiceWorkers

/// The workers' scripts that a browser's HTTP cache would hold: fresh responses, by address. Main actor only.
///
/// Source: [HTTP Caching](https://httpwg.org/specs/rfc9111.html#constructing.responses.from.caches).
@MainActor
final class ScriptCache {
    private struct Entry {
        var response: ScriptResponse
        var freshUntil: ContinuousClock.Instant
    }

    private static let mostBytes = 16 << 20

    private var entries: [URL: Entry] = [:]
    private var byteCount = 0

    /// Returns a fresh response, if there is one.
    func response(for url: URL) -> ScriptResponse? {
        guard let entry = entries[url] else { return nil }
        guard entry.freshUntil > .now else {
            remove(url)
            return nil
        }
        var response = entry.response
        response.isFromCache = true
        return response
    }

    /// Keeps a response that may be used again.
    func store(_ response: ScriptResponse, for url: URL) {
        remove(url)
        guard let seconds = Self.freshness(of: response), response.body.count <= Self.mostBytes / 4 else { return }
        entries[url] = Entry(response: response, freshUntil: .now + .seconds(seconds))
        byteCount += response.body.count
        while byteCount > Self.mostBytes, let next = entries.min(by: { $0.value.freshUntil < $1.value.freshUntil }) {
            remove(next.key)
        }
    }

    /// Forgets the responses of an origin.
    func removeAll(of key: StorageKey) {
        for url in entries.keys where StorageKey(of: url) == key { remove(url) }
    }

    private func remove(_ url: URL) {
        if let entry = entries.removeValue(forKey: url) { byteCount -= entry.response.body.count }
    }

    /// Returns the seconds for which a response may be used without a new request, or nil for a response that may not.
    private static func freshness(of response: ScriptResponse) -> Int? {
        guard response.status == 200, response.headers["Vary"] == nil,
            let seconds = Freshness.controlled(response.headers), seconds > 0
        else { return nil }
        return seconds
    }
}
