import Foundation
import FoundationNetworking
import Synchronization
import TestSupport
import Testing
import URLInterception

@Suite("Observers of loads") struct NetworkObserverTests {
    /// The events of loads, as texts.
    private final class Log: NetworkObserver {
        let events = Mutex<[String]>([])

        func began(_ request: URLRequest, by asker: NetworkAsker, from source: NetworkSource) -> any ExchangeObserver {
            events.withLock { $0.append("began \(request.url?.path ?? "") \(asker) \(source)") }
            return Exchange(log: self)
        }

        func answered(_ request: URLRequest, status: Int, headers: HeaderList) {}

        private struct Exchange: ExchangeObserver {
            let log: Log
            func responded(_ response: HTTPURLResponse) { add("response \(response.statusCode)") }
            func received(_ piece: Data) { add("piece \(piece.count)") }
            func ended(_ error: (any Error)?) {
                add("ended \(error.map { "\(($0 as? URLError)?.code.rawValue ?? 0)" } ?? "")")
            }
            private func add(_ event: String) { log.events.withLock { $0.append(event) } }
        }
    }

    /// A loader that answers every request with its address.
    private struct Echo: ResourceLoader {
        func load(_ request: URLRequest) async throws -> LoadedResource {
            let url = try #require(request.url)
            return try LoadedResource(
                url: url, status: 200, headers: [:], body: BodyStream(Data(url.absoluteString.utf8)))
        }
    }

    private let folder: TemporaryFolder
    private let log = Log()
    private var loader: MappedLoader

    init() throws {
        folder = try TemporaryFolder()
        try folder.write("hello", to: "a.txt")
        loader = MappedLoader(map: try OriginMap(["sw://app.example=\(folder.url.path)"]))
        loader.observers = [log]
    }

    private func load(_ text: String, with loader: MappedLoader) async throws -> LoadedResource {
        try await loader.load(URLRequest(url: try #require(URL(string: text))))
    }

    private var events: [String] { log.events.withLock { $0 } }

    @Test func `an observer sees the source, the response, the body and its end once`() async throws {
        var loader = loader.with(redirects: .deliver).with(connectivity: .offline)
        loader.asker = .worker
        let resource = try await load("sw://app.example/a.txt", with: loader)
        #expect(try await resource.body.collect() == Data("hello".utf8))
        #expect(events == ["began /a.txt worker folder", "response 200", "piece 5", "ended "])
    }

    @Test func `a body that is dropped and a load that fails end with an error`() async throws {
        _ = try await load("sw://app.example/a.txt", with: loader)
        #expect(events.last == "ended \(URLError.Code.cancelled.rawValue)")
        await #expect(throws: URLError.self) {
            try await load("https://other.example/", with: loader.with(connectivity: .offline))
        }
        #expect(events.last == "ended \(URLError.Code.notConnectedToInternet.rawValue)")
        #expect(events.count { $0.hasPrefix("ended") } == 2)
    }

    @Test func `a recording answers in place of the network, and folders answer themselves`() async throws {
        var loader = loader
        loader.recording = Echo()
        let recorded = try await load("https://other.example/x", with: loader)
        #expect(try await recorded.body.collect() == Data("https://other.example/x".utf8))
        #expect(events.first == "began /x page recording")
        let own = try await load("sw://app.example/a.txt", with: loader)
        #expect(try await own.body.collect() == Data("hello".utf8))
        #expect(loader.webSocketAddress(for: try #require(URL(string: "https://other.example/"))) == nil)
    }
}
