import Foundation
import FoundationNetworking
import Testing

@testable import SchemeHandlers

struct CrossOriginTests {
    let answers = CrossOriginAnswers(origins: .applications, methods: ResourceRequest.allMethods)
    let url: URL
    let page = URL(string: "file:///app/index.html")

    init() throws { url = try #require(URL(string: "sqlite://products")) }

    private func request(_ method: String, _ headers: [String: String]) -> URLRequest {
        var request = URLRequest(url: url)
        request.httpMethod = method
        for (name, value) in headers { request.setValue(value, forHTTPHeaderField: name) }
        return request
    }

    private func answer(_ method: String, _ headers: [String: String]) async throws -> Answer? {
        let request = request(method, headers)
        guard var own = try answers.ownAnswer(to: request, at: url, in: page) else { return nil }
        own.response = answers.response(own.response, to: request, at: url, in: page)
        return try await Answer(own)
    }

    @Test func `a preflight of an application allows its headers, unless they are malformed`() async throws {
        let allowed = try #require(
            await answer(
                "OPTIONS",
                [
                    "Origin": "sw://app.example", "Access-Control-Request-Method": "PATCH",
                    "Access-Control-Request-Headers": "content-type, prefer",
                ]))
        #expect(allowed.status == 204)
        #expect(allowed["Access-Control-Allow-Origin"] == "sw://app.example")
        #expect(allowed["Access-Control-Allow-Headers"] == "content-type, prefer")
        #expect(allowed["Access-Control-Allow-Methods"]?.contains("PATCH") == true)
        let odd = try #require(
            await answer("OPTIONS", ["Origin": "null", "Access-Control-Request-Headers": "a\u{1}b\u{80}"]))
        #expect(odd["Access-Control-Allow-Headers"] == nil)
    }

    @Test(arguments: ["GET", "POST", "DELETE", "OPTIONS"])
    func `a request from a page of the web is refused with 403`(method: String) async throws {
        let refused = try #require(await answer(method, ["Origin": "https://evil.example"]))
        #expect(refused.status == 403 && refused.code == "origin_not_allowed")
        #expect(refused["Access-Control-Allow-Origin"] == nil)
    }

    @Test func `a request from a file or without an origin is passed on`() async throws {
        #expect(try await answer("GET", ["Origin": "file://"]) == nil)
        #expect(try await answer("PATCH", [:]) == nil)
    }

    @Test func `CORS headers of a server are replaced by those for the page, and others stay`() throws {
        let response = try #require(
            HTTPURLResponse(
                url: url, statusCode: 200, httpVersion: "HTTP/1.1",
                headerFields: [
                    "Access-Control-Allow-Origin": "https://shop.example", "access-control-expose-headers": "x",
                    "ETag": "\"1\"",
                ]))
        let seen = answers.response(response, to: request("GET", ["Origin": "sw://app.example"]), at: url, in: page)
        #expect(seen.value(forHTTPHeaderField: "Access-Control-Allow-Origin") == "sw://app.example")
        #expect(seen.value(forHTTPHeaderField: "Access-Control-Expose-Headers")?.contains("Content-Range") == true)
        #expect(seen.value(forHTTPHeaderField: "ETag") == "\"1\"")
    }
}
