import Foundation
import FoundationNetworking
import Testing
import URLInterception

@testable import Reports

@Suite("Replays of HTTP archives") struct HARReplayTests {
    private let file = FileManager.default.temporaryDirectory.appending(path: "swwebview-\(UUID().uuidString).har")

    /// An archive as browsers write them, with these entries.
    private func replay(_ entries: String...) throws -> HARReplay {
        let text = "{\"log\": {\"version\": \"1.2\", \"entries\": [\(entries.joined(separator: ","))]}}"
        try Data(text.utf8).write(to: file)
        defer { try? FileManager.default.removeItem(at: file) }
        return try HARReplay(path: file.path)
    }

    private func entry(_ url: String, method: String = "GET", post: String = "", response: String) -> String {
        "{\"request\": {\"method\": \"\(method)\", \"url\": \"\(url)\"\(post)}, \"response\": {\(response)}}"
    }

    private func request(_ text: String, method: String = "GET", body: String? = nil) throws -> URLRequest {
        var request = URLRequest(url: try #require(URL(string: text)))
        request.httpMethod = method
        request.httpBody = body.map { Data($0.utf8) }
        return request
    }

    private func text(_ resource: LoadedResource) async throws -> String {
        String(decoding: try await resource.body.collect(), as: UTF8.self)
    }

    @Test func `responses come in their order, and the last one again`() async throws {
        let url = "https://a.example/x"
        let replay = try replay(
            entry(url, response: "\"status\": 200, \"content\": {\"size\": 3, \"text\": \"one\"}"),
            entry(url + "#part", response: "\"status\": 201, \"content\": {\"size\": 3, \"text\": \"two\"}"))
        for expected in ["one", "two", "two"] {
            #expect(try await text(try await replay.load(try request(url))) == expected)
        }
    }

    @Test func `a body in Base64 is decoded, and headers of its encoding are left out`() async throws {
        let replay = try replay(
            entry(
                "https://a.example/x",
                response: """
                    "status": 200, "content": {"size": 2, "text": "aGk=", "encoding": "base64"},
                    "headers": [{"name": ":status", "value": "200"}, {"name": "content-encoding", "value": "gzip"},
                        {"name": "Content-Length", "value": "99"}, {"name": "X-Kind", "value": "a"}, {"name": "X-Kind", "value": "b"}]
                    """))
        let resource = try await replay.load(try request("https://a.example/x"))
        #expect(resource.response.value(forHTTPHeaderField: "Content-Encoding") == nil)
        #expect(resource.response.value(forHTTPHeaderField: "Content-Length") == "2")
        #expect(resource.response.value(forHTTPHeaderField: "X-Kind") == "a, b")
        #expect(try await text(resource) == "hi")
    }

    @Test func `a request is matched by its method and its body`() async throws {
        let url = "https://a.example/x"
        let replay = try replay(
            entry(
                url, method: "POST", post: ", \"postData\": {\"mimeType\": \"text/plain\", \"text\": \"1\"}",
                response: "\"status\": 200, \"content\": {\"size\": 3, \"text\": \"one\"}"))
        let missed = AsyncStream.makeStream(of: String.self)
        replay.onMiss { missed.continuation.yield($0) }
        #expect(try await text(try await replay.load(try request(url, method: "POST", body: "1"))) == "one")
        for other in [try request(url), try request(url, method: "POST", body: "2")] {
            await #expect(throws: URLError.self) { try await replay.load(other) }
        }
        missed.continuation.finish()
        var sentences: [String] = []
        for await sentence in missed.stream { sentences.append(sentence) }
        #expect(sentences == ["GET", "POST"].map { "\($0) \(url) has no entry in \(file.path)" })
    }

    @Test func `recorded failures and bodies that were left out are errors that say so`() async throws {
        let replay = try replay(
            entry("https://a.example/gone", response: "\"status\": 0"),
            entry("https://a.example/large", response: "\"status\": 200, \"content\": {\"size\": 9000000}"))
        await #expect(throws: URLError.self) { try await replay.load(try request("https://a.example/gone")) }
        let error = await #expect(throws: URLError.self) {
            try await replay.load(try request("https://a.example/large"))
        }
        #expect(error?.localizedDescription.contains("has no body") == true)
    }

    @Test func `a CORS preflight without an entry is permitted`() async throws {
        let replay = try replay()
        var preflight = try request("https://a.example/x", method: "OPTIONS")
        preflight.setValue("PUT", forHTTPHeaderField: "Access-Control-Request-Method")
        preflight.setValue("sw://app.localhost", forHTTPHeaderField: "Origin")
        let response = try await replay.load(preflight).response
        #expect(response.statusCode == 204)
        #expect(response.value(forHTTPHeaderField: "Access-Control-Allow-Methods") == "PUT")
        #expect(response.value(forHTTPHeaderField: "Access-Control-Allow-Origin") == "sw://app.localhost")
    }
}
