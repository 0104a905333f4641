import Foundation
import TestSupport
import Testing
import URLInterception

@testable import SWWebView

/// The servers that web sockets of pages under sw:// are connected to.
@MainActor struct SocketAddressTests {
    let folder: TemporaryFolder
    let loading = ViewSources()

    init() throws {
        folder = try TemporaryFolder()
        try folder.write("x", to: "index.html")
        loading.loader = MappedLoader(
            map: try OriginMap([
                "sw://app.example=http://127.0.0.1:8080/base", "sw://safe.example=https://server.example",
                "https://web.example=http://127.0.0.1:9090", "sw://files.example=\(folder.url.path)",
            ]))
        loading.addresses.permittedDomains = ["permitted.example", "127.0.0.1"]
    }

    @Test(arguments: [
        ("wss://app.example/a?b=c", "ws://127.0.0.1:8080/base/a?b=c"),
        ("ws://app.example/a", "ws://127.0.0.1:8080/base/a"),
        ("wss://safe.example/", "wss://server.example/"),
        ("wss://web.example/x", "ws://127.0.0.1:9090/x"),
        ("ws://permitted.example/x", "wss://permitted.example/x"),
        ("ws://127.0.0.1:3000/x", "ws://127.0.0.1:3000/x"),
        ("wss://127.0.0.1:3000/x", "ws://127.0.0.1:3000/x"),
        ("ws://other.example/x", "ws://other.example/x"),
        ("wss://other.example:8443/x", "wss://other.example:8443/x"),
    ])
    func `a web socket connects to the server behind its host, or as written to another host`(
        _ socket: String, _ expected: String
    ) throws {
        let url = try #require(URL(string: socket))
        let host = url.port.map { "127.0.0.1:\($0)" } ?? "permitted.example"
        let page = try #require(URL(string: "sw://\(host)/page"))
        #expect(try SocketAddress(loading: loading).connection(to: url, from: page).absoluteString == expected)
    }

    @Test func `a web socket to a permitted host that is not that of the page connects as written`() throws {
        let url = try #require(URL(string: "ws://permitted.example/x"))
        let page = try #require(URL(string: "sw://app.example/"))
        #expect(try SocketAddress(loading: loading).connection(to: url, from: page) == url)
    }

    @Test(arguments: [
        ("wss://files.example/x", "sw://files.example/", "answered from a folder"),
        ("wss://unknown.example/x", "sw://unknown.example/", "neither mapped (--map) nor permitted (--permit)"),
    ])
    func `a web socket to the host of a page without a server fails with the reason`(
        _ socket: String, _ page: String, _ reason: String
    ) throws {
        let (socket, page) = try (#require(URL(string: socket)), #require(URL(string: page)))
        let failure = #expect(throws: SocketFailure.self) {
            try SocketAddress(loading: loading).connection(to: socket, from: page)
        }
        #expect(failure?.description.contains(reason) == true)
    }

    @Test func `a web socket of an offline view fails`() throws {
        loading.loader = MappedLoader(map: loading.loader.map, offline: true)
        let page = try #require(URL(string: "sw://app.example/"))
        for address in ["wss://app.example/", "wss://other.example/"] {
            let url = try #require(URL(string: address))
            let failure = #expect(throws: SocketFailure.self) {
                try SocketAddress(loading: loading).connection(to: url, from: page)
            }
            #expect(failure?.description.contains("offline") == true)
        }
    }
}
