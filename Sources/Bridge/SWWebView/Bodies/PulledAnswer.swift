import Foundation
import HTTPMessages
import ServiceWorkers
import WebKit

/// The body of a scheme's response that a frame reads piece by piece over its channel. Main actor only.
@MainActor
final class PulledAnswer: BodyTaker {
    /// The most bytes that may wait for the frame.
    private static let mostWaiting = 1 << 20

    private let id: String
    private let realm: Realm
    private let bodies: BodyRegistry
    private var waiting: [Data] = []
    private var size = 0
    private var end: Result<Void, any Error>?
    private var reader: CheckedContinuation<Void, Never>?
    private var writer: CheckedContinuation<Void, Never>?
    private var stop: (@MainActor () -> Void)?

    /// - Parameter id: the name of the body, which the frame chose.
    init(_ id: String, for realm: Realm, in bodies: BodyRegistry) {
        self.id = id
        self.realm = realm
        self.bodies = bodies
    }

    // MARK: From the handler

    func take(_ response: URLResponse, stop: @escaping @MainActor () -> Void) -> URLResponse? {
        guard let response = response as? HTTPURLResponse, let url = response.url, Self.isLong(response) else {
            return nil
        }
        let body = BodyStream(
            next: { try await self.next() }, cancel: { Task { @MainActor in self.drop() } })
        guard bodies.keep(body, as: id, for: realm) else { return nil }
        self.stop = stop
        let exposed = "Access-Control-Expose-Headers"
        var fields = response.headerFields
        fields[ResponseMeta.header] = JSONText.text(["pulled": id])
        fields[exposed] = [response.value(forHTTPHeaderField: exposed), ResponseMeta.header].compactMap(\.self)
            .joined(separator: ", ")
        return HTTPURLResponse(
            url: url, statusCode: response.statusCode, httpVersion: "HTTP/1.1", headerFields: fields)
    }

    /// Returns whether the body is long, or of unknown length. A short one comes with its response as quickly. Event streams do
    /// not count as long.
    private static func isLong(_ response: HTTPURLResponse) -> Bool {
        guard (200...299).contains(response.statusCode), response.statusCode != 204, response.statusCode != 205,
            response.mimeType != "text/event-stream"
        else { return false }
        let length = response.value(forHTTPHeaderField: "Content-Length").flatMap { Int($0) }
        return length.map { $0 > BodyRegistry.inlineLimit } ?? true
    }

    func write(_ data: Data) {
        guard end == nil, !data.isEmpty else { return }
        waiting.append(data)
        size += data.count
        wake(&reader)
    }

    func caughtUp() async {
        guard size > Self.mostWaiting, end == nil else { return }
        await withCheckedContinuation { writer = $0 }
    }

    func finish() { settle(.success(())) }

    func fail(_ error: NSError) { settle(.failure(error)) }

    // MARK: To the frame

    private func next() async throws -> Data? {
        try await withTaskCancellationHandler {
            while waiting.isEmpty {
                if let end {
                    try end.get()
                    return nil
                }
                await withCheckedContinuation { reader = $0 }
            }
            let piece = waiting.removeFirst()
            size -= piece.count
            if size <= Self.mostWaiting { wake(&writer) }
            return piece
        } onCancel: {
            Task { @MainActor in self.drop() }
        }
    }

    /// Drops the body: the frame wants no more of it.
    private func drop() {
        waiting = []
        size = 0
        let isOver = end != nil
        settle(.failure(URLError(.cancelled)))
        if !isOver { stop?() }
        stop = nil
    }

    private func settle(_ outcome: Result<Void, any Error>) {
        if end == nil { end = outcome }
        wake(&reader)
        wake(&writer)
    }

    private func wake(_ waiter: inout CheckedContinuation<Void, Never>?) {
        waiter?.resume()
        waiter = nil
    }
}

extension BridgeEndpoint: BodyTakers {
    func taker(for request: inout URLRequest) -> (any BodyTaker)? {
        guard let (url, mark) = request.url?.takingMark, let mark, url.scheme?.lowercased() != Addresses.scheme else {
            return nil
        }
        request.url = url
        guard request.httpMethod == "GET", let id = mark.body,
            let realm = mark.document.flatMap({ services.realms[$0] }), realm.host === self
        else { return nil }
        return PulledAnswer(id, for: realm, in: services.bodies)
    }
}
