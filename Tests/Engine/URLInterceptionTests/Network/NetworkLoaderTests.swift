import FlyingFox
import Foundation
import FoundationNetworking
import TestSupport
import Testing

@testable import URLInterception

@Suite(.hangLimit(minutes: 1))
struct NetworkLoaderTests {
    @Test func `a response has its status, body and headers, but for headers of the connection`() async throws {
        try await withServer({ _ in
            answer(201, ["Content-Type": "text/plain", "X-Own": "1"], "hello")
        }) { base in
            let resource = try await NetworkLoader().load(request(base + "/x?y"))
            #expect(resource.response.statusCode == 201)
            #expect(resource["x-own"] == "1")
            #expect(resource["Connection"] == nil)
            #expect(resource.response.url?.absoluteString == base + "/x?y")
            #expect(try await resource.text() == "hello")
        }
    }

    @Test func `a request passes its method, body and headers, but for headers of the connection`() async throws {
        try await withServer({ request in
            let headers = request.headers
            let text = [
                request.method.rawValue, headers[HTTPHeader("Origin")], headers[HTTPHeader("TE")],
                headers[HTTPHeader("X-Hop")],
                headers[HTTPHeader("X-Kept")], String(decoding: try await request.bodyData, as: UTF8.self),
            ].map { $0 ?? "-" }
            return HTTPResponse(statusCode: .ok, body: Data(text.joined(separator: "|").utf8))
        }) { base in
            let loader = NetworkLoader()
            let headers = [
                "Origin": "sw://app.example", "TE": "trailers", "Connection": "x-hop", "X-Hop": "1", "X-Kept": "2",
                "Host": "evil.example", "Content-Type": "text/plain",
            ]
            var post = request(base, method: "POST", headers: headers)
            post.httpBody = Data("posted".utf8)
            let posted = try await loader.load(post).text()
            #expect(posted == "POST|sw://app.example|-|-|2|posted")
            var put = request(base, method: "PUT", headers: headers)
            put.httpBodyStream = InputStream(data: Data("streamed".utf8))
            let streamed = try await loader.load(put).text()
            #expect(streamed == "PUT|sw://app.example|-|-|2|streamed")
        }
    }

    @Test func `a long body is sent whole, with its length`() async throws {
        let bytes = patterned(LongBody.mostInMemory + 100_003)
        try await withServer({ request in
            let length = request.headers[.contentLength] ?? "-"
            return answer(200, [:], "\(length) \(try await request.bodyData == bytes)")
        }) { base in
            var post = request(base, method: "POST")
            post.httpBody = bytes
            let text = try await NetworkLoader().load(post).text()
            #expect(text == "\(bytes.count) true")
        }
    }

    @Test func `a response has the reason phrase of its server`() async throws {
        try await withServer({ _ in answer(404) }) { base in
            let phrase = try await NetworkLoader().load(request(base)).reasonPhrase
            #expect(phrase == "Status")
        }
    }

    @Test(arguments: [("POST", "0"), ("PUT", "0"), ("DELETE", "-"), ("GET", "-")])
    func `a request without a body has a length if its method usually has one`(
        method: String, length: String
    ) async throws {
        try await withServer({ request in
            let type = request.headers[.contentType] ?? "-"
            return answer(200, [:], "\(request.headers[.contentLength] ?? "-") \(type)")
        }) { base in
            let text = try await NetworkLoader().load(request(base, method: method)).text()
            #expect(text == "\(length) -")
        }
    }

    @Test func `a silent server fails the request after its time`() async throws {
        let held = Signal()
        try await withServer({ _ in
            await held.wait()
            return HTTPResponse(statusCode: .ok)
        }) { base in
            var late = request(base)
            late.timeoutInterval = 1
            let error = await #expect(throws: URLError.self) { try await NetworkLoader().load(late) }
            #expect(error?.code == .timedOut)
            held.fire()
        }
    }

    /// The first transfer is not read until a later one on the same session has come to its end.
    @Test func `a slow reader holds up no other transfer and loses no bytes`() async throws {
        let bytes = patterned(4 << 20)
        try await withServer({ _ in HTTPResponse(statusCode: .ok, body: bytes) }) { base in
            let loader = NetworkLoader(highWaterMark: 64 * 1024)
            let slow = try await loader.load(request(base + "/slow"))
            let fast = try await loader.load(request(base + "/fast"))
            #expect(try await fast.body.collect(upTo: bytes.count) == bytes)
            var whole = Data()
            for try await piece in slow.body {
                #expect(!piece.isEmpty && piece.count <= 64 * 1024)
                whole.append(piece)
            }
            #expect(whole == bytes)
        }
    }

    @Test func `a large body arrives whole if its reader is fast`() async throws {
        let bytes = patterned(4 << 20)
        try await withServer({ _ in HTTPResponse(statusCode: .ok, body: bytes) }) { base in
            let resource = try await NetworkLoader().load(request(base))
            #expect(try await resource.body.collect(upTo: bytes.count) == bytes)
        }
    }

    @Test func `a dropped iterator stops the answer of the server`() async throws {
        let ended = Signal()
        try await withServer({ _ in
            HTTPResponse(statusCode: .ok, body: HTTPBodySequence(from: EndlessBody(ended: ended)))
        }) {
            base in
            let resource = try await NetworkLoader().load(request(base))
            for try await piece in resource.body {
                #expect(!piece.isEmpty)
                break
            }
            await ended.wait()
            _ = resource
        }
    }

    @Test func `a dropped resource stops the answer of the server`() async throws {
        let ended = Signal()
        try await withServer({ _ in
            HTTPResponse(statusCode: .ok, body: HTTPBodySequence(from: EndlessBody(ended: ended)))
        }) {
            base in
            let status = try await NetworkLoader().load(request(base)).response.statusCode
            #expect(status == 200)
            await ended.wait()
        }
    }

    @Test func `a cancelled reader throws and stops the answer of the server`() async throws {
        let ended = Signal()
        try await withServer({ _ in
            HTTPResponse(statusCode: .ok, body: HTTPBodySequence(from: EndlessBody(ended: ended)))
        }) {
            base in
            let loader = NetworkLoader()
            let started = Signal()
            let reading = Task {
                for try await _ in try await loader.load(request(base)).body { started.fire() }
            }
            await started.wait()
            reading.cancel()
            await ended.wait()
            let error = await #expect(throws: URLError.self) { try await reading.value }
            #expect(error?.code == .cancelled)
        }
    }

    @Test func `a load that is cancelled before the response throws`() async throws {
        let asked = Signal()
        let held = Signal()
        try await withServer({ _ in
            asked.fire()
            await held.wait()
            return HTTPResponse(statusCode: .ok)
        }) { base in
            let loading = Task { try await NetworkLoader().load(request(base)) }
            await asked.wait()
            loading.cancel()
            let error = await #expect(throws: URLError.self) { try await loading.value }
            #expect(error?.code == .cancelled)
            held.fire()
        }
    }

    @Test func `a load in a task that is cancelled already throws`() async {
        let loading = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            return try await NetworkLoader().load(request("http://127.0.0.1:9/"))
        }
        let error = await #expect(throws: URLError.self) { try await loading.value }
        #expect(error?.code == .cancelled)
    }

    @Test func `an unknown scheme and an unknown host throw a URLError with its code`() async throws {
        let address = try await withServer({ _ in HTTPResponse(statusCode: .ok) }) { $0 }
        let loader = NetworkLoader()
        var error = await #expect(throws: URLError.self) { try await loader.load(request("sw://unmapped.example/")) }
        #expect(error?.code == .unsupportedURL)
        error = await #expect(throws: URLError.self) { try await loader.load(request("http://host.invalid/")) }
        #expect(error?.code == .cannotFindHost)
        _ = address
    }

    @Test func `a gzip body is decoded, and has no encoding and length headers`() async throws {
        let gzip = try #require(Data(base64Encoded: "H4sIAAAAAAAAA8tIzcnJBwCGphA2BQAAAA=="))
        try await withServer({ _ in
            HTTPResponse(statusCode: .ok, headers: [.contentEncoding: "gzip"], body: gzip)
        }) { base in
            let resource = try await NetworkLoader().load(request(base))
            #expect(resource["Content-Encoding"] == nil)
            #expect(resource["Content-Length"] == nil)
            #expect(try await resource.text() == "hello")
        }
    }

    @Test func `cookies of a server stay within one loader`() async throws {
        try await withServer({ request in
            let cookie = request.headers[HTTPHeader("Cookie")] ?? "none"
            return answer(200, ["Set-Cookie": "a=1; Path=/"], cookie)
        }) { base in
            let loader = NetworkLoader()
            let first = try await loader.load(request(base + "/1")).text()
            let second = try await loader.load(request(base + "/2")).text()
            let other = try await NetworkLoader().load(request(base + "/3")).text()
            #expect([first, second, other] == ["none", "a=1", "none"])
        }
    }

    @Test func `a request that handles no cookies sends none and keeps none`() async throws {
        try await withServer({ request in
            let cookie = request.headers[HTTPHeader("Cookie")] ?? "none"
            return answer(200, ["Set-Cookie": "\(request.path.dropFirst())=1; Path=/"], cookie)
        }) { base in
            let loader = NetworkLoader()
            var without = request(base + "/b")
            without.httpShouldHandleCookies = false
            var seen: [String] = []
            for request in [without, request(base + "/a"), without, request(base + "/c")] {
                seen.append(try await loader.load(request).text())
            }
            #expect(seen == ["none", "none", "none", "a=1"])
        }
    }
}
