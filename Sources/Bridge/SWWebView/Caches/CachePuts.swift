import Foundation
import ServiceWorkers

/// Gets together what a realm wants stored.
@MainActor
struct CachePuts {
    let context: CommandContext
    let realm: Realm

    /// Gets responses together whose bodies have come with the command. Returns nil where one has not.
    func gatherAtOnce(_ wires: [CachePutWire]) throws -> [CachePut]? {
        var puts: [CachePut] = []
        var attached = context.bytes
        for wire in wires {
            guard let body = try body(of: wire, &attached) else { return nil }
            puts.append(try put(wire, body))
        }
        return puts
    }

    func gather(_ wires: [CachePutWire]) async throws -> [CachePut] {
        var puts: [CachePut] = []
        var attached = context.bytes
        do {
            for wire in wires { puts.append(try await put(wire, &attached)) }
        } catch {
            for put in puts {
                if case .stored(let body, _) = put.body { try? await context.services.openStorage().removeBody(body) }
            }
            throw error
        }
        return puts
    }

    private func put(_ wire: CachePutWire, _ attached: inout Data) async throws -> CachePut {
        if let body = try body(of: wire, &attached) { return try put(wire, body) }
        switch wire.body {
        case .opaque(let handle): return try await opaque(handle, wire)
        case .upload(let token): return try put(wire, await context.services.caches.takeWritten(token, of: realm))
        default: return try put(wire, .none)
        }
    }

    /// Returns a body that came with the command; nil for one that did not.
    ///
    /// - Parameter attached: the bytes that came with the command, less those of earlier entries.
    private func body(of wire: CachePutWire, _ attached: inout Data) throws(CommandFailure) -> StoredBody? {
        switch wire.body {
        case .none: return StoredBody.none
        case .bytes(let data): return .inline(data)
        case .attached(let size):
            guard size <= attached.count else {
                throw CommandFailure(name: "TypeError", message: "“size” is more than the bytes that came")
            }
            defer { attached = attached.dropFirst(size) }
            return .inline(size == attached.count ? attached : attached.prefix(size))
        case .upload, .opaque: return nil
        }
    }

    private func put(_ wire: CachePutWire, _ body: StoredBody) throws(CommandFailure) -> CachePut {
        guard let response = wire.response else {
            throw CommandFailure(name: "TypeError", message: "“response” is missing")
        }
        return CachePut(
            request: wire.request.head, response: response.head, body: body, requestText: wire.request.text,
            responseText: response.text)
    }

    private func opaque(_ handle: String, _ wire: CachePutWire) async throws -> CachePut {
        guard let response = context.services.realms.takeOpaque(handle, for: realm) else {
            throw CommandFailure(name: "TypeError", message: "The response's body is already used.")
        }
        var body = StoredBody.none
        if let stream = response.body {
            body = try await context.services.openStorage().storeBody(stream, limit: context.services.caches.quota)
        }
        var head = response.head
        if head.type != .opaqueredirect { head.type = .opaque }
        return CachePut(
            request: wire.request.head, response: head, body: body, requestText: wire.request.text)
    }
}
