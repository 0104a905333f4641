import Foundation
@preconcurrency import FoundationNetworking
import Synchronization
import TestSupport
import Testing

@testable import URLInterception

/// Answers `stub://` requests as their host says.
private class StubProtocol: URLProtocol {
    static let log = Mutex<[String]>([])

    override class func canInit(with request: URLRequest) -> Bool { request.url?.scheme == "stub" }

    override class func canonicalRequest(for request: URLRequest) -> URLRequest {
        var request = request
        request.setValue("yes", forHTTPHeaderField: "X-Canonical")
        return request
    }

    private func respond(_ headers: [String: String] = [:], policy: URLCache.StoragePolicy = .allowed) {
        guard let url = request.url,
            let response = HTTPURLResponse(url: url, statusCode: 201, httpVersion: nil, headerFields: headers)
        else { return }
        client?.urlProtocol(self, didReceive: response, cacheStoragePolicy: policy)
    }

    override func startLoading() {
        switch request.url?.host {
        case "body":
            respond(["X-Seen": request.value(forHTTPHeaderField: "X-Canonical") ?? "no"], policy: .notAllowed)
            nonisolated(unsafe) let answering = self
            DispatchQueue.global().async {
                for piece in ["a", "b", String(decoding: answering.request.httpBody ?? Data(), as: UTF8.self)] {
                    answering.client?.urlProtocol(answering, didLoad: Data(piece.utf8))
                }
                answering.client?.urlProtocolDidFinishLoading(answering)
            }
        case "failing": client?.urlProtocol(self, didFailWithError: URLError(.secureConnectionFailed))
        case "breaking":
            respond()
            client?.urlProtocol(self, didLoad: Data("half".utf8))
            client?.urlProtocol(self, didFailWithError: URLError(.networkConnectionLost))
        case "redirect":
            guard let url = request.url, let target = URL(string: "stub://body/after"),
                let response = HTTPURLResponse(url: url, statusCode: 307, httpVersion: nil, headerFields: [:])
            else { return }
            client?.urlProtocol(self, wasRedirectedTo: URLRequest(url: target), redirectResponse: response)
        case "endless":
            respond()
            client?.urlProtocol(self, didLoad: Data("first".utf8))
        case "large":
            respond()
            for _ in 0..<64 { client?.urlProtocol(self, didLoad: Data(count: 1 << 20)) }
            client?.urlProtocolDidFinishLoading(self)
        default: break
        }
    }

    override func stopLoading() { Self.log.withLock { $0.append("stop \(request.url?.host ?? "")") } }
}

private final class OtherProtocol: StubProtocol {
    override func startLoading() {
        guard let url = request.url else { return }
        client?.urlProtocol(
            self,
            didReceive: URLResponse(url: url, mimeType: "text/x", expectedContentLength: -1, textEncodingName: "utf-8"),
            cacheStoragePolicy: .allowed)
        client?.urlProtocolDidFinishLoading(self)
    }
}

private struct Base: ResourceLoader {
    func load(_ request: URLRequest) async throws -> LoadedResource {
        try LoadedResource(url: request.url ?? URL(fileURLWithPath: "/"), status: 299, message: "base")
    }
}

@Suite(.serialized, .hangLimit(minutes: 1))
struct InterceptingLoaderTests {
    private let loader = InterceptingLoader(base: Base(), protocolClasses: [StubProtocol.self], redirects: .deliver)

    private func waitForStop(_ host: String) async {
        while !StubProtocol.log.withLock({ $0.contains("stop \(host)") }) { await Task.yield() }
    }

    @Test func `a protocol class answers requests that it takes, and the base answers others`() async throws {
        var post = request("stub://body/x")
        post.httpMethod = "POST"
        post.httpBody = Data("c".utf8)
        let resource = try await loader.load(post)
        #expect(resource.response.statusCode == 201)
        #expect(resource.response.value(forHTTPHeaderField: "X-Seen") == "yes")
        #expect(resource.response.value(forHTTPHeaderField: "Cache-Control") == "no-store")
        #expect(try await resource.body.collect(upTo: 100) == Data("abc".utf8))
        await waitForStop("body")
        #expect(try await loader.load(request("http://x.example/")).response.statusCode == 299)
    }

    @Test func `a failure of a protocol keeps its code, before the response and in the body`() async throws {
        await #expect(throws: URLError(.secureConnectionFailed)) { try await loader.load(request("stub://failing/")) }
        let resource = try await loader.load(request("stub://breaking/"))
        var pieces: [Data] = []
        await #expect(throws: URLError(.networkConnectionLost)) {
            for try await piece in resource.body { pieces.append(piece) }
        }
        #expect(pieces == [Data("half".utf8)])
    }

    @Test func `a redirect of a protocol is delivered or followed, as the loader is set`() async throws {
        let resource = try await loader.load(request("stub://redirect/"))
        #expect(resource.response.statusCode == 307)
        #expect(resource.response.value(forHTTPHeaderField: "Location") == "stub://body/after")
        let following = InterceptingLoader(base: Base(), protocolClasses: [StubProtocol.self])
        let followed = try await following.load(request("stub://redirect/"))
        #expect(followed.response.statusCode == 201)
        #expect(followed.response.url?.absoluteString == "stub://body/after")
    }

    @Test func `a protocol is stopped when its resource is dropped or its load is cancelled`() async throws {
        StubProtocol.log.withLock { $0 = [] }
        var resource: LoadedResource? = try await loader.load(request("stub://endless/"))
        #expect(try await resource?.body.next() == Data("first".utf8))
        resource = nil
        await waitForStop("endless")
        let silent = Task { try await loader.load(request("stub://silent/")) }
        silent.cancel()
        await #expect(throws: URLError(.cancelled)) { try await silent.value }
        await waitForStop("silent")
    }

    @Test func `a body of 64 MiB arrives with all its bytes`() async throws {
        let resource = try await loader.load(request("stub://large/"))
        var size = 0
        for try await piece in resource.body { size += piece.count }
        #expect(size == 64 << 20)
    }

    /// In a process of its own: Foundation's shared session looks at what is registered once, when it is made.
    @Test func `classes registered with Foundation are asked after all others, the last first`() async {
        await #expect(processExitsWith: .success) {
            func status(_ loader: InterceptingLoader) async throws -> Int {
                try await loader.load(request("stub://body/")).response.statusCode
            }
            precondition(URLProtocol.registerClass(StubProtocol.self))
            precondition(URLProtocol.registerClass(OtherProtocol.self))
            let plain = InterceptingLoader(base: Base())
            let first = try await status(plain)
            precondition(first == 200, "the last one first, not \(first)")
            let configured = try await status(InterceptingLoader(base: Base(), protocolClasses: [StubProtocol.self]))
            precondition(configured == 201, "a loader's own come before, not \(configured)")
            InterceptingLoader.registerClass(StubProtocol.self)
            let registered = try await status(plain)
            precondition(registered == 201, "what is registered here comes before, not \(registered)")
            InterceptingLoader.unregisterClass(StubProtocol.self)
            let unknown = try await plain.load(request("http://x.example/")).response.statusCode
            precondition(unknown == 299, "neither takes it, nor Foundation's own, not \(unknown)")
        }
    }

    @Test func `the class registered last is asked first, after those of the loader`() async throws {
        #expect(!InterceptingLoader.registerClass(NSObject.self))
        #expect(InterceptingLoader.registerClass(StubProtocol.self))
        #expect(InterceptingLoader.registerClass(OtherProtocol.self))
        defer {
            InterceptingLoader.unregisterClass(StubProtocol.self)
            InterceptingLoader.unregisterClass(OtherProtocol.self)
        }
        let plain = InterceptingLoader(base: Base())
        let other = try await plain.load(request("stub://body/"))
        #expect(other.response.statusCode == 200)
        #expect(other.response.value(forHTTPHeaderField: "Content-Type") == "text/x; charset=utf-8")
        #expect(try await loader.load(request("stub://body/")).response.statusCode == 201)
        InterceptingLoader.unregisterClass(OtherProtocol.self)
        #expect(try await plain.load(request("stub://body/")).response.statusCode == 201)
        InterceptingLoader.unregisterClass(StubProtocol.self)
        #expect(try await plain.load(request("stub://body/")).response.statusCode == 299)
    }
}
