import FlyingFox
import Foundation
import FoundationNetworking
import TestSupport
import Testing

@testable import URLInterception

@Suite(.hangLimit(minutes: 1))
struct RedirectTests {
    @Test(arguments: [
        (301, "POST", "GET"), (302, "POST", "GET"), (303, "POST", "GET"), (303, "PUT", "GET"), (303, "HEAD", "HEAD"),
        (307, "POST", "POST"), (308, "PUT", "PUT"), (301, "PUT", "PUT"), (302, "GET", "GET"),
    ])
    func `a redirect keeps or changes the method and the body as its status says`(
        status: Int, method: String, expected: String
    ) async throws {
        try await withServer({ request in
            guard request.path == "/end" else {
                // Bytes after an answer to HEAD would be the connection's next answer.
                return answer(status, ["Location": "end"], request.method == .HEAD ? "" : "moved")
            }
            let text = request.method.rawValue + "|" + String(decoding: try await request.bodyData, as: UTF8.self)
            return answer(200, ["X-Seen": text])
        }) { base in
            var start = request(base + "/start", method: method)
            if method != "GET", method != "HEAD" { start.httpBody = Data("body".utf8) }
            let resource = try await NetworkLoader().load(start)
            #expect(resource.response.url?.absoluteString == base + "/end")
            let keepsBody = expected != "GET" && expected != "HEAD"
            #expect(resource["X-Seen"] == expected + "|" + (keepsBody ? "body" : ""))
        }
    }

    @Test func `twenty redirects are followed, and the next is an error`() async throws {
        try await withServer({ request in
            let left = Int(request.path.dropFirst()) ?? 0
            guard left > 0 else { return HTTPResponse(statusCode: .ok) }
            return answer(302, ["Location": "/\(left - 1)"])
        }) { base in
            let loader = NetworkLoader()
            let resource = try await loader.load(request(base + "/20"))
            #expect(resource.response.statusCode == 200)
            let error = await #expect(throws: URLError.self) { try await loader.load(request(base + "/21")) }
            #expect(error?.code == .httpTooManyRedirects)
        }
    }

    @Test func `a redirect that is delivered keeps its status, location and body`() async throws {
        try await withServer({ _ in
            answer(302, ["Location": "/x"], "moved")
        }) { base in
            let resource = try await NetworkLoader(redirects: .deliver).load(request(base + "/"))
            #expect(resource.response.statusCode == 302)
            #expect(resource["Location"] == "/x")
            #expect(try await resource.text() == "moved")
        }
    }

    @Test(arguments: [300, 302, 304])
    func `a redirect status without a location is delivered as the answer`(status: Int) async throws {
        try await withServer({ _ in answer(status) }) { base in
            let resource = try await NetworkLoader().load(request(base + "/"))
            #expect(resource.response.statusCode == status)
        }
    }

    @Test func `a redirect keeps the Authorization header on its origin only, and the fragment`() throws {
        let start = request("http://a.example/1#part", headers: ["Authorization": "secret"])
        func next(_ location: String) throws -> URLRequest? {
            let response = HTTPURLResponse(
                url: start.url!, statusCode: 302, httpVersion: nil, headerFields: ["Location": location])
            return try RedirectFollower.request(after: #require(response), to: start)
        }
        #expect(try next("/2")?.value(forHTTPHeaderField: "Authorization") == "secret")
        #expect(try next("http://b.example/2")?.value(forHTTPHeaderField: "Authorization") == nil)
        #expect(try next("/2")?.url?.absoluteString == "http://a.example/2#part")
        #expect(try next("/2#own")?.url?.absoluteString == "http://a.example/2#own")
    }

    @Test func `a redirect that would send a streamed body twice is an error`() async throws {
        try await withServer({ request in
            _ = try await request.bodyData
            return answer(307, ["Location": "/x"])
        }) { base in
            var post = request(base + "/", method: "POST")
            post.httpBodyStream = InputStream(data: Data("once".utf8))
            let sent = post
            let error = await #expect(throws: URLError.self) { try await NetworkLoader().load(sent) }
            #expect(error?.code == .requestBodyStreamExhausted)
        }
    }
}
