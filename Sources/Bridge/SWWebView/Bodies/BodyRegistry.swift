import Foundation
import HTTPMessages
import ServiceWorkers
import URLInterception
import WebKit

/// The bodies that go between the realms of a data store and the host in pieces. Main actor only.
///
/// A realm gets and posts pieces at ``path``, or gets and sends them over its channel (`/Body/pull`, `/Body/push`). A realm names a
/// body that it sends, the host or the realm one that it gets. No realm knows the names of another's.
@MainActor
final class BodyRegistry {
    /// The path, below every origin, of the pieces: `?id=ID`, `&last` with the last one that is posted, and `&at=START` for a piece of
    /// bytes that are kept until they are dropped.
    nonisolated static let path = "/___body___"
    /// The most bytes of a body that go with a message. A longer body goes in pieces. The runtime gets the number with its script.
    nonisolated static let inlineLimit = 64 << 10
    /// The most bodies that a realm may get at the same time.
    private static let mostHeld = 1000
    /// The most bodies that a realm may begin over its channel at the same time. A page could begin any number of bodies that are never read.
    private static let mostSent = 100
    /// The most bodies that requests bring, when another one begins.
    private static let mostUploads = 256
    /// The most bytes of all posted pieces that wait to be taken.
    private static let mostBytes = 256 << 20
    /// The longest name of a body that a realm sends or chooses, in bytes.
    private static let longestName = 64
    /// The numbers of released uploads, and of unwanted names, that are remembered.
    private static let remembered = 256

    private var held: [String: HeldBody] = [:]
    /// The latest names that realms dropped before there was a body.
    private var unwanted: [String] = []
    private var shared = SharedBytes()
    private var uploads: [String: Upload] = [:]
    private var released: [String] = []
    private var postedBytes = 0

    // MARK: To realms

    /// Returns a body as it goes with a message to a realm. A long body, or one that is not in memory, is kept for the realm.
    ///
    /// - Parameter timing: the load of the body, which ends with it.
    func carry(
        _ body: BodyStream?, to realm: Realm, over channel: (any RealmChannel)?, _ timing: ResourceTiming? = nil
    ) throws(CommandFailure) -> CarriedBody {
        guard let body else {
            timing?.ended(0)
            return .absent
        }
        let bytes = body.takeBytes()
        if let bytes { timing?.ended(bytes.count) }
        if let bytes, bytes.count <= Self.inlineLimit, channel?.carriesBytes ?? false { return .bytes(bytes) }
        return .pieces(try keep(bytes.map { BodyStream($0) } ?? timing?.watch(body) ?? body, for: realm))
    }

    /// Keeps a body until a realm has read it.
    ///
    /// - Parameter size: the number of its bytes, where the realm knows it as well.
    /// - Returns: the body's name.
    /// - Throws: ``CommandFailure`` for a realm that has too many.
    func keep(_ body: BodyStream, size: Int? = nil, for realm: Realm) throws(CommandFailure) -> String {
        let id = UnguessableID.make()
        guard keep(body, as: id, size: size, for: realm) else { throw .tooManyBodies }
        return id
    }

    /// Keeps a body under a name that the realm chose. Returns false when the name is taken, or the realm has too many.
    func keep(_ body: BodyStream, as id: String, size: Int? = nil, for realm: Realm) -> Bool {
        guard !realm.isOver, held[id] == nil, unwanted.firstIndex(of: id) == nil, id.utf8.count <= Self.longestName,
            held.values.count(where: { $0.realm == realm.id }) < Self.mostHeld
        else {
            return false
        }
        held[id] = HeldBody(body, size: size, of: realm)
        return true
    }

    /// Returns the next piece for a realm, or nil at the end.
    ///
    /// - Throws: the body's own error; `URLError(.networkConnectionLost)` for a body that is not there, or was dropped.
    func next(_ id: String, for realm: Realm) async throws -> Data? {
        HopTrace.pass()
        return try await next(id) { $0.realm == realm.id }
    }

    private func next(_ id: String, where isReader: (HeldBody) -> Bool) async throws -> Data? {
        guard let body = held[id], isReader(body) else { throw URLError(.networkConnectionLost) }
        do {
            let piece = try await body.next()
            if piece == nil || body.isOver { held[id] = nil }
            return piece
        } catch {
            held[id] = nil
            throw error
        }
    }

    /// Keeps bytes until a realm drops them. It may get each piece more than once. Returns their name.
    func share(_ bytes: Data, with realm: Realm) -> String {
        let id = UnguessableID.make()
        if !realm.isOver { shared.add(bytes, as: id, for: realm) }
        return id
    }

    /// Drops a body that a realm will not read on. The realm may have stopped its fetch before the body is there.
    func drop(_ id: String, of realm: Realm) {
        shared.drop(id, of: realm)
        if let body = held[id] {
            if body.realm == realm.id { drop(id, body) }
        } else if id.utf8.count <= Self.longestName {
            unwanted.append(id)
            if unwanted.count > Self.remembered { unwanted.removeFirst() }
        }
    }

    /// Drops every body to and from a realm that has gone, but for whole responses.
    func dropAll(of realm: Realm) {
        shared.dropAll(of: realm)
        for (id, body) in held where body.realm == realm.id { drop(id, body) }
        for (id, upload) in uploads where upload.sender == realm.id && (upload.isClaimable || !upload.isWhole) {
            uploads[id] = nil
            upload.fail(URLError(.networkConnectionLost))
        }
    }

    private func drop(_ id: String, _ body: HeldBody) {
        held[id] = nil
        body.drop()
    }

    // MARK: From realms

    /// Returns the upload of a name, which the mark of a request names, or a command. It is over where the name is that of a
    /// response, and where the request has ended.
    func claim(_ id: String) -> Upload {
        if let known = uploads[id], known.isClaimable { return known }
        let upload = Upload(id: id)
        if isUsed(id) { upload.drop() } else { uploads[id] = upload }
        return upload
    }

    /// Returns the body of a response that a realm sends over its channel, under a name of its choice; nil for a name that was used
    /// before.
    ///
    /// - Parameter abandoned: called when the reader ends before the last piece.
    func body(_ id: String, from realm: Realm, abandoned: @escaping @MainActor () -> Void) -> BodyStream? {
        guard !isUsed(id) else { return nil }
        let upload = Upload(id: id, answerOf: realm.id, abandoned: abandoned)
        uploads[id] = upload
        return BodyStream(
            next: { try await upload.next() }, cancel: { Task { @MainActor in self.release(upload) } })
    }

    private func isUsed(_ id: String) -> Bool {
        id.utf8.count > Self.longestName || uploads[id] != nil || released.contains(id)
    }

    /// Returns the number of requests' bodies that a realm has begun to send over its channel, or that requests bring.
    private func begun(by sender: String?) -> Int {
        uploads.values.count { $0.isClaimable && $0.sender == sender }
    }

    /// Takes a piece that a realm sends over its channel. It may come before the request that it belongs to.
    ///
    /// - Parameter taken: called with whether more are wanted, when the piece was read.
    func push(
        _ piece: Data, to id: String, isLast: Bool, from realm: Realm, taken: @escaping @MainActor (Bool) -> Void
    ) {
        HopTrace.pass()
        guard let upload = upload(id, from: realm) else { return taken(false) }
        upload.offer(piece, isLast: isLast, taken: taken)
    }

    /// Returns whether a service worker reads a body.
    func isReadByWorker(_ id: String) -> Bool { uploads[id]?.isReadByWorker ?? false }

    /// Fails a body that a realm cannot send on.
    func fail(_ id: String, _ reason: String, from realm: Realm) {
        guard let upload = uploads[id] else { return forget(id) }
        if upload.sender == nil || upload.sender == realm.id { upload.fail(WorkerBodyError(message: reason)) }
    }

    /// Returns the upload that a realm sends over its channel; nil for another's, and where the realm has too many.
    private func upload(_ id: String, from realm: Realm) -> Upload? {
        if uploads[id] == nil, realm.isOver || begun(by: realm.id) >= Self.mostSent {
            forget(id)
            return nil
        }
        let upload = uploads[id] ?? claim(id)
        if upload.sender == nil { upload.sender = realm.id }
        return upload.sender == realm.id ? upload : nil
    }

    /// Forgets an upload whose request is over. Pieces that still come are refused.
    func release(_ upload: Upload) {
        upload.drop()
        guard uploads[upload.id] === upload else { return }
        uploads[upload.id] = nil
        forget(upload.id)
    }

    /// Remembers a name that is not to be used again: a request that takes it fails.
    private func forget(_ id: String) {
        guard id.utf8.count <= Self.longestName else { return }
        released.append(id)
        if released.count > Self.remembered { released.removeFirst() }
    }

    /// Drops an upload whose page went away in the middle of a piece: the upload's request fails.
    func abandon(_ url: URL) {
        if let id = Self.name(in: url), let upload = uploads[id], upload.sender == nil { release(upload) }
    }

    // MARK: Requests

    /// Answers a request for a piece, with status 204 at the end, or takes a posted one: 204 says that more are wanted, 202 that a service
    /// worker wants them.
    func respond(to request: URLRequest, _ url: URL, body: BodyStream) async throws -> LoadedResource {
        guard let id = Self.name(in: url) else { return try Self.answer(url, status: 400) }
        switch request.httpMethod {
        case "POST":
            let isLast = url.query.map { $0.hasSuffix("&last") } ?? false
            return try Self.answer(url, status: try await receive(body, id, isLast: isLast))
        case "GET", nil:
            let key = StorageKey(of: url)
            if let start = url.queryValue("at") {
                let piece = shared.piece(of: id, at: Int(start) ?? -1, for: key)
                return try Self.answer(
                    url, status: piece == nil ? 410 : 200, body: piece.map { BodyStream($0) } ?? .empty)
            }
            guard let body = held[id], body.key == key else { return try Self.answer(url, status: 410) }
            let piece = try await next(id) { _ in true }
            return try Self.answer(url, status: piece == nil ? 204 : 200, body: piece.map { BodyStream($0) } ?? .empty)
        default: return try Self.answer(url, status: 405)
        }
    }

    /// Takes one piece. Returns the status of the answer.
    private func receive(_ body: BodyStream, _ id: String, isLast: Bool) async throws -> Int {
        if uploads[id] == nil, begun(by: nil) >= Self.mostUploads {
            forget(id)
            return 429
        }
        let upload = claim(id)
        guard upload.sender == nil else { return 410 }
        guard !upload.isFull else { return 429 }
        var piece = Data()
        var count = 0
        defer { postedBytes -= count }
        for try await chunk in body {
            piece.append(chunk)
            count += chunk.count
            postedBytes += chunk.count
            guard piece.count <= Upload.largestPiece else { return 413 }
            guard postedBytes <= Self.mostBytes else { return 429 }
        }
        guard !upload.isFull else { return 429 }
        let isWanted = await withCheckedContinuation { continuation in
            // The upload alone has the bytes from here on: they may wait in a file.
            let bytes = piece
            piece = Data()
            upload.offer(bytes, isLast: isLast) { continuation.resume(returning: $0) }
        }
        return isWanted ? upload.isReadByWorker ? 202 : 204 : 410
    }

    private static func name(in url: URL) -> String? {
        url.queryValue("id").flatMap { $0.isEmpty ? nil : $0 }
    }

    private static func answer(_ url: URL, status: Int, body: BodyStream = .empty) throws -> LoadedResource {
        try LoadedResource(
            url: url, status: status,
            headers: ["Content-Type": "application/octet-stream", "Cache-Control": "no-store"], body: body)
    }
}

extension CommandFailure {
    fileprivate static let tooManyBodies = CommandFailure(
        name: "QuotaExceededError", message: "Too many large bodies are under way.")
}
