import FlyingFox
import Foundation
import FoundationNetworking
import TestSupport
import Testing

@testable import URLInterception

@Suite(.hangLimit(minutes: 1))
struct MappedLoaderTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
        try folder.write("home", to: "sub/index.html")
    }

    private func map(_ entries: String...) throws -> OriginMap {
        try OriginMap(["sw://app.example=."] + entries, relativeTo: folder.url)
    }

    @Test func `the redirect of a folder to its slash is followed`() async throws {
        let resource = try await MappedLoader(map: map()).load(request("sw://app.example/sub?q#f"))
        #expect(resource.response.statusCode == 200)
        #expect(resource.response.url?.absoluteString == "sw://app.example/sub/?q#f")
        #expect(try await resource.text() == "home")
    }

    @Test func `the redirect of a folder is delivered if the loader delivers redirects`() async throws {
        let loader = MappedLoader(map: try map(), redirects: .deliver)
        let resource = try await loader.load(request("sw://app.example/sub"))
        #expect(resource.response.statusCode == 301)
        #expect(resource["Location"] == "sw://app.example/sub/")
    }

    @Test func `a mapped server and its redirects are answered under the mapped origin`() async throws {
        try await withServer({ request in
            switch request.path {
            case "/v1/old": answer(302, ["Location": "/v1/new"])
            case "/v1/away": answer(302, ["Location": "sw://app.example/sub/"])
            default: HTTPResponse(statusCode: .ok, body: Data(request.path.utf8))
            }
        }) { base in
            let loader = MappedLoader(map: try map("sw://api.example=\(base)/v1"))
            let plain = try await loader.load(request("sw://api.example/x?y=1"))
            #expect(plain.response.url?.absoluteString == "sw://api.example/x?y=1")
            #expect(try await plain.text() == "/v1/x")
            let moved = try await loader.load(request("sw://api.example/old"))
            #expect(moved.response.url?.absoluteString == "sw://api.example/new")
            #expect(try await moved.text() == "/v1/new")
            let away = try await loader.load(request("sw://api.example/away"))
            #expect(away.response.url?.absoluteString == "sw://app.example/sub/")
            #expect(try await away.text() == "home")
            #expect(try await loader.load(request("sw://api.example/%2e%2e/x")).response.statusCode == 400)
        }
    }

    @Test func `a strictly offline loader reaches no folder and no server`() async throws {
        let loader = MappedLoader(map: try map("sw://api.example=http://127.0.0.1:9"), connectivity: .strictlyOffline)
        for address in ["sw://app.example/sub/", "sw://api.example/", "http://127.0.0.1:9/"] {
            let error = await #expect(throws: URLError.self) { try await loader.load(request(address)) }
            #expect(error?.code == .notConnectedToInternet)
        }
        let online = loader.with(connectivity: .online)
        #expect(try await online.load(request("sw://app.example/sub/")).text() == "home")
        #expect(online.offline == false && loader.offline)
    }

    @Test func `an offline loader reaches folders only`() async throws {
        let loader = MappedLoader(map: try map("sw://api.example=http://127.0.0.1:9"), offline: true)
        #expect(try await loader.load(request("sw://app.example/sub/")).text() == "home")
        for address in ["http://a.example/", "sw://api.example/x", "sw://unmapped.example/"] {
            let error = await #expect(throws: URLError.self) { try await loader.load(request(address)) }
            #expect(error?.code == .notConnectedToInternet)
        }
    }

    @Test func `a folder at a web origin permits pages of every origin and sends no-cache`() async throws {
        let loader = MappedLoader(map: try map("https://cdn.example=."))
        for path in ["sub/", "missing"] {
            let resource = try await loader.load(request("https://cdn.example/\(path)"))
            #expect(resource["Access-Control-Allow-Origin"] == "*")
            #expect(resource["Cache-Control"] == "no-cache")
        }
        #expect(try await loader.load(request("sw://app.example/sub/"))["Access-Control-Allow-Origin"] == nil)
    }

    @Test func `a web socket goes to the mapped server, and has none for folders or offline`() throws {
        let map = try map("https://api.example=http://127.0.0.1:8080/v1/", "https://cdn.example=.")
        func address(_ text: String, offline: Bool = false) -> String? {
            URL(string: text).flatMap { MappedLoader(map: map, offline: offline).webSocketAddress(for: $0) }?
                .absoluteString
        }
        #expect(address("https://api.example/a?b") == "http://127.0.0.1:8080/v1/a?b")
        #expect(address("https://api.example/%2e%2e/a") == nil)
        #expect(address("https://cdn.example/a") == nil, "a folder has none")
        #expect(address("https://other.example/a") == "https://other.example/a")
        #expect(address("https://api.example/a", offline: true) == nil)
        #expect(address("https://other.example/a", offline: true) == nil)
    }

    @Test func `an unmapped address is answered by the network`() async throws {
        try await withServer({ _ in HTTPResponse(statusCode: .ok, body: Data("net".utf8)) }) { base in
            let resource = try await MappedLoader(map: map()).load(request(base + "/"))
            #expect(try await resource.text() == "net")
        }
    }
}
