import Foundation
import HTTPMessages
import ServiceWorkers

/// Sends a realm's replies with entries of a cache: `{"head": …, "size": …}` where the body goes with the reply, with `"stream"` for a
/// large body, with `"body"` in Base64 where the reply is only text, or `{"opaque": handle}`.
@MainActor
final class CacheReplies {
    /// The most bytes of small bodies that go with one reply: its size has a limit.
    private static let mostAttached = 48 << 20

    private let context: CommandContext
    private let realm: Realm
    private let reply: CommandReply
    private var text = ByteText()
    private var bytes = Data()
    /// The names of the large bodies.
    private var kept: [String] = []

    init(_ context: CommandContext, _ realm: Realm, _ reply: CommandReply) {
        self.context = context
        self.realm = realm
        self.reply = reply
    }

    func send(_ entry: StoredEntry?) async throws {
        if let entry, try await append(entry) {} else { text.append("null") }
        reply.resolve(Data(text.bytes), bytes: bytes)
    }

    /// Sends an entry whose body is at hand. Returns false where it is not, and nothing was sent.
    func sendAtOnce(_ entry: StoredEntry?) throws -> Bool {
        if let entry {
            guard try appendAtOnce(entry) else { return false }
        } else {
            text.append("null")
        }
        reply.resolve(Data(text.bytes), bytes: bytes)
        return true
    }

    func send(_ entries: [StoredEntry]) async throws {
        text.append("[")
        do {
            for entry in entries where try await append(entry) { text.append(",") }
        } catch {
            for name in kept { context.services.bodies.drop(name, of: realm) }
            throw error
        }
        // A list ends with null, which JavaScript removes, so that every entry can have a comma after it.
        text.append("null]")
        reply.resolve(Data(text.bytes), bytes: bytes)
    }

    /// Returns whether there was a response: its body may have gone.
    private func append(_ entry: StoredEntry) async throws -> Bool {
        if entry.isOpaque { return try await appendOpaque(entry) }
        guard case .stored(let id, let size) = entry.body else { return try appendAtOnce(entry) }
        guard let body = try await context.services.openStorage().lease(id, size: size) else { return false }
        try appendInPieces(body.joined(), size)
        appendHead(entry)
        return true
    }

    /// Returns whether the entry's body was at hand.
    private func appendAtOnce(_ entry: StoredEntry) throws -> Bool {
        if entry.isOpaque { return false }
        switch entry.body {
        case .stored: return false
        case .none: text.append("{\"body\":null")
        case .bytes(let data) where !(reply.channel?.carriesBytes ?? false):
            text.append("{\"body\":\"")
            text.append(raw: data.base64EncodedString())
            text.append("\"")
        case .bytes(let data) where bytes.count + data.count > Self.mostAttached:
            try appendInPieces(BodyStream(data), data.count)
        case .bytes(let data):
            text.append("{\"size\":")
            text.append(data.count)
            if bytes.isEmpty { bytes = data } else { bytes.append(data) }
        }
        appendHead(entry)
        return true
    }

    private func appendInPieces(_ body: BodyStream, _ size: Int) throws {
        let name = try context.services.bodies.keep(body, size: size, for: realm)
        kept.append(name)
        text.append("{\"stream\":\"")
        text.append(raw: name)
        text.append("\",\"size\":")
        text.append(size)
    }

    private func appendHead(_ entry: StoredEntry) {
        text.append(",\"head\":")
        text.append(raw: entry.response)
        text.append("}")
    }

    private func appendOpaque(_ entry: StoredEntry) async throws -> Bool {
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
