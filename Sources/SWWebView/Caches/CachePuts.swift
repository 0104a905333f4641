import Foundation
import ServiceWorker
import ServiceWorkerContainer

/// Gets together what a realm wants stored.
@MainActor
struct CachePuts {
    let context: CommandContext
    let realm: Realm

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

    /// - Parameter attached: the bytes that came with the command, less those of earlier entries.
    private func put(_ wire: CachePutWire, _ attached: inout Data) async throws -> CachePut {
        if case .opaque(let handle) = wire.body { return try await opaque(handle, wire) }
        guard let response = wire.response else {
            throw CommandFailure(name: "TypeError", message: "“response” is missing")
        }
        let body: StoredBody
        switch wire.body {
        case .bytes(let data): body = .inline(data)
        case .attached(let size):
            guard size <= attached.count else {
                throw CommandFailure(name: "TypeError", message: "“size” is more than the bytes that came")
            }
            body = .inline(size == attached.count ? attached : attached.prefix(size))
            attached = attached.dropFirst(size)
        case .upload(let token): body = try await context.services.caches.takeWritten(token, of: realm)
        default: body = .none
        }
        return CachePut(
            request: wire.request.head, response: response.head, body: body, requestText: wire.request.text,
            responseText: response.text)
    }

    private func opaque(_ handle: String, _ wire: CachePutWire) async throws -> CachePut {
        guard let response = realm.opaque.take(handle) else {
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
