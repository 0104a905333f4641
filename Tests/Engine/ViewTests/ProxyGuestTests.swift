import Foundation
import TestSupport
import Testing

@testable import ViewTestSupport
@testable import WebKit

extension NetworkInterceptionTests {
    /// Programs of the machine that connect to the proxy of a data store, and do not know its password.
    @MainActor @Suite
    struct ProxyGuestTests {
        @Test(.hangLimit(minutes: 2))
        func `connections without the password are closed, the oldest where there are many, and the others in time`()
            async throws
        {
            ScriptedServer.reset()
            let navigations = Navigations()
            let configuration = WKWebViewConfiguration()
            configuration.websiteDataStore = .nonPersistent()
            configuration.interceptsNetwork = true
            configuration.protocolClasses = [ScriptedServer.self]
            let view = WKWebView(frame: .zero, configuration: configuration)
            await view.open("http://fake.example/first", navigations)
            let port = try #require(view.liveConfiguration.websiteDataStore.networkInterception?.port)
            // The main thread accepts the connections.
            let strangers = try await Task.detached { try (0..<200).map { _ in try Stranger(port: port) } }.value
            for stranger in strangers.prefix(200 - 64) { await stranger.ended() }
            await view.open("http://other.example/second", navigations)
            #expect(view.url?.absoluteString == "http://other.example/second")
            for stranger in strangers { await stranger.ended() }
        }
    }
}

/// A connection that sends the beginning of a greeting, and nothing more.
private final class Stranger: Sendable {
    private let end: AsyncStream<Void>

    init(port: UInt16) throws {
        let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = port.bigEndian
        address.sin_addr.s_addr = INADDR_LOOPBACK.bigEndian
        let result = withUnsafePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
        try #require(result == 0)
        send(descriptor, [5] as [UInt8], 1, Int32(MSG_NOSIGNAL))
        let (end, continuation) = AsyncStream.makeStream(of: Void.self)
        self.end = end
        let source = DispatchSource.makeReadSource(fileDescriptor: descriptor, queue: .global())
        source.setEventHandler { source.cancel() }
        source.setCancelHandler {
            close(descriptor)
            continuation.finish()
        }
        source.activate()
    }

    /// Waits until the proxy has closed the connection. The proxy sends nothing before that.
    func ended() async { for await _ in end {} }
}
