import Foundation
@preconcurrency import FoundationNetworking
import HTTPMessages
import Synchronization

/// One request that a `URLProtocol` answers, and the client it answers to.
///
/// The protocol object is made, started and stopped on one queue, and never touched elsewhere: hence `@unchecked Sendable`.
final class InterceptedLoad: NSObject, @unchecked Sendable {
    private enum Stage {
        case new
        case waiting(CheckedContinuation<LoadedResource, any Error>)
        case responded
        case ended(any Error)
    }

    private let request: URLRequest
    private let queue: DispatchQueue
    private let spool = BodySpool(highWaterMark: NetworkLoader.defaultHighWaterMark)
    private let stage = Mutex(Stage.new)
    private var answering: URLProtocol?

    /// Finds the class for a request; nil without one. To be called on `queue`.
    init?(_ request: URLRequest, _ classes: [AnyClass], on queue: DispatchQueue) {
        guard let type = RegisteredProtocols.first(for: request, of: classes) else { return nil }
        self.request = type.canonicalRequest(for: request)
        self.queue = queue
        super.init()
        answering = type.init(request: self.request, cachedResponse: nil, client: self)
    }

    /// Starts the protocol, and waits for its response.
    func resource() async throws -> LoadedResource {
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                let failure: (any Error)? = stage.withLock { stage in
                    if case .ended(let error) = stage { return error }
                    stage = .waiting(continuation)
                    return nil
                }
                if let failure { return continuation.resume(throwing: failure) }
                queue.async { self.answering?.startLoading() }
            }
        } onCancel: {
            end(URLError(.cancelled))
        }
    }

    /// Ends the load, or abandons it: the protocol is stopped, once.
    private func end(_ error: (any Error)?) {
        let reason = error ?? URLError(.badServerResponse)
        let before = stage.withLock { stage in
            defer { if case .ended = stage {} else { stage = .ended(reason) } }
            return stage
        }
        switch before {
        case .ended: return
        case .new, .responded: break
        case .waiting(let continuation): continuation.resume(throwing: reason)
        }
        if let error { spool.fail(.wrapping(error)) } else { spool.finish() }
        queue.async {
            self.answering?.stopLoading()
            self.answering = nil
        }
    }

    private func respond(_ response: URLResponse, _ policy: URLCache.StoragePolicy) {
        let waiting: CheckedContinuation<LoadedResource, any Error>? = stage.withLock { stage in
            guard case .waiting(let continuation) = stage else { return nil }
            stage = .responded
            return continuation
        }
        guard let waiting else { return }
        let body = BodyStream(
            next: { [self] in
                try await withTaskCancellationHandler {
                    try await spool.next()
                } onCancel: {
                    end(URLError(.cancelled))
                }
            }, cancel: { [self] in end(URLError(.cancelled)) })
        do {
            waiting.resume(returning: try Self.resource(response, request, policy, body))
        } catch {
            waiting.resume(throwing: error)
            end(error)
        }
    }

    /// Makes the resource of a response. Where the policy forbids storing and the response has no `Cache-Control`, adds `no-store`,
    /// so that views do not store it either.
    private static func resource(
        _ response: URLResponse, _ request: URLRequest, _ policy: URLCache.StoragePolicy, _ body: BodyStream
    ) throws -> LoadedResource {
        guard let url = request.url else { throw URLError(.badServerResponse) }
        return try LoadedResource(
            response, requested: url,
            changing: { fields in
                let saysIt = policy != .notAllowed || fields.keys.contains { $0.lowercased() == "cache-control" }
                return saysIt ? fields : fields.merging(["Cache-Control": "no-store"]) { first, _ in first }
            }, body: body)
    }
}

extension InterceptedLoad: URLProtocolClient {
    func urlProtocol(
        _ protocol: URLProtocol, didReceive response: URLResponse, cacheStoragePolicy policy: URLCache.StoragePolicy
    ) {
        respond(response, policy)
    }

    func urlProtocol(_ protocol: URLProtocol, didLoad data: Data) {
        guard case .responded = stage.withLock({ $0 }) else { return }
        do throws(URLError) { try spool.append(data) } catch { end(error) }
    }

    func urlProtocolDidFinishLoading(_ protocol: URLProtocol) { end(nil) }

    func urlProtocol(_ protocol: URLProtocol, didFailWithError error: any Error) { end(error) }

    /// Answers with the redirect: the caller follows it, or not, and offers the next request anew.
    func urlProtocol(
        _ protocol: URLProtocol, wasRedirectedTo request: URLRequest, redirectResponse: URLResponse
    ) {
        var headers = (redirectResponse as? HTTPURLResponse)?.headerFields ?? [:]
        let given = (redirectResponse as? HTTPURLResponse)?.statusCode ?? 302
        headers = headers.filter { $0.key.lowercased() != "location" }
        headers["Location"] = request.url?.absoluteString
        guard let url = redirectResponse.url ?? self.request.url,
            let response = HTTPURLResponse(
                url: url, statusCode: (300..<400).contains(given) ? given : 302, httpVersion: "HTTP/1.1",
                headerFields: headers)
        else { return end(URLError(.badServerResponse)) }
        respond(response, .allowed)
        end(nil)
    }

    func urlProtocol(_ protocol: URLProtocol, cachedResponseIsValid cachedResponse: CachedURLResponse) {
        respond(cachedResponse.response, cachedResponse.storagePolicy)
        urlProtocol(`protocol`, didLoad: cachedResponse.data)
        end(nil)
    }

    func urlProtocol(_ protocol: URLProtocol, didReceive challenge: URLAuthenticationChallenge) {
        challenge.sender?.continueWithoutCredential(for: challenge)
    }

    func urlProtocol(_ protocol: URLProtocol, didCancel challenge: URLAuthenticationChallenge) {}
}

extension URLError {
    /// Returns the error itself, or one of no particular kind with the error inside.
    fileprivate static func wrapping(_ error: any Error) -> URLError {
        if let error = error as? URLError { return error }
        let description =
            [NSLocalizedDescriptionKey: String(describing: error), NSUnderlyingErrorKey: error] as [String: Any]
        return URLError(.unknown, userInfo: description)
    }
}
