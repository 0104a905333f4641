import Foundation
import HTTPMessages
import ServiceWorker
import ServiceWorkerContainer

/// Writes a realm's replies with entries of a cache: `{"head": …, "body": Base64}`, or `"stream"` with `"size"` in place of a
/// large body, or `{"opaque": handle}`.
@MainActor
struct CacheReplies {
    private let context: CommandContext
    private let realm: Realm

    init(_ context: CommandContext, _ realm: Realm) {
        self.context = context
        self.realm = realm
    }

    func response(_ entry: StoredEntry?) async throws -> Data {
        var text = ByteText()
        if let entry, try await append(entry, &text) {} else { text.append("null") }
        return Data(text.bytes)
    }

    func responses(_ entries: [StoredEntry]) async throws -> Data {
        var text = ByteText("[")
        for entry in entries where try await append(entry, &text) { text.append(",") }
        // A list ends with null, which JavaScript removes, so that every entry can have a comma after it.
        text.append("null]")
        return Data(text.bytes)
    }

    /// Returns whether there was a response: its body may have gone.
    private func append(_ entry: StoredEntry, _ text: inout ByteText) async throws -> Bool {
        if entry.isOpaque { return try await appendOpaque(entry, &text) }
        if case .stored(let id, let size) = entry.body {
            guard let body = try await context.services.openStorage().lease(id, size: size) else { return false }
            text.append("{\"stream\":\"")
            text.append(raw: try context.services.bodies.keep(body.joined(), size: size, for: realm))
            text.append("\",\"size\":")
            text.append(size)
        } else if case .bytes(let data) = entry.body {
            text.append("{\"body\":\"")
            text.append(raw: data.base64EncodedString())
            text.append("\"")
        } else {
            text.append("{\"body\":null")
        }
        text.append(",\"head\":")
        text.append(raw: entry.response)
        text.append("}")
        return true
    }

    private func appendOpaque(_ entry: StoredEntry, _ text: inout ByteText) async throws -> Bool {
        guard let response = try await entry.fetchResponse(context.services.openStorage()) else { return false }
        let handle = UnguessableID.make()
        realm.opaque.keep(response, as: handle)
        text.append("{\"opaque\":\"")
        text.append(raw: handle)
        text.append("\",\"type\":\"")
        text.append(raw: response.head.type.rawValue)
        text.append("\",\"url\":")
        // A script may know the address of a redirect that was not followed, but not that of an opaque response.
        text.append(string: response.head.type == .opaque ? "" : response.head.urlList.last?.absoluteString ?? "")
        text.append("}")
        return true
    }
}
