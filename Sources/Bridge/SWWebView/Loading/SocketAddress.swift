import Foundation
import HTTPMessages
import URLInterception
import WebKit

/// Finds the server behind the address of a web socket, for pages and workers under `sw://`.
@MainActor
struct SocketAddress {
    /// The path, below every origin, that a runtime requests before it makes a socket.
    nonisolated static let path = "/___socket___"

    /// The origin for sockets that must fail: the broadcast address, where no server can be.
    nonisolated static let unreachable = "ws://255.255.255.255"

    let loading: ViewSources

    private struct Answer: Encodable {
        /// The address to connect to.
        var url: String?
        /// The reason why the socket fails.
        var error: String?
        /// The name under which the runtime reports the socket; nil for a socket without observers.
        var report: String?
    }

    /// Answers a runtime's question: JSON with the `url` to connect to, or with the `error` that the socket fails with.
    func respond(to url: URL, asker: NetworkAsker = .page) throws -> LoadedResource {
        let text = url.queryValue("url") ?? ""
        var answer = Answer()
        do {
            guard let socket = URL(address: text), ["ws", "wss"].contains(socket.scheme?.lowercased()) else {
                throw SocketFailure("“\(text)” is no address of a web socket.")
            }
            let server = try connection(to: socket, from: url)
            answer.url = server.absoluteString
            let source = isMapped(socket) ? NetworkSource.server : .network
            answer.report = loading.sockets.begin(socket, by: asker, to: source, loading.loader.observers)
        } catch let failure as SocketFailure {
            answer.error = failure.description
        }
        return try LoadedResource(
            url: url, status: 200, headers: ["Content-Type": "application/json", "Cache-Control": "no-store"],
            body: BodyStream(try JSONText.encode(answer)))
    }

    /// Returns the address that the network knows.
    ///
    /// - Parameter page: an address of the origin that asks: its own host is the server that the origin stands for.
    func connection(to socket: URL, from page: URL) throws(SocketFailure) -> URL {
        let server = try server(of: socket, from: page)
        guard !loading.loader.offline else { throw SocketFailure("It needs the network, and this view is offline.") }
        guard loading.loader.recording == nil else {
            throw SocketFailure("It needs the network, and an archive answers in place of the network.")
        }
        return server
    }

    /// Returns whether the map names the server of a socket.
    private func isMapped(_ socket: URL) -> Bool {
        let isSecure = socket.scheme?.lowercased() == "wss"
        let forms = [Addresses.scheme, isSecure ? "https" : "http"].map { socket.replacingScheme(with: $0) }
        return forms.contains { loading.loader.map.target(for: $0) != nil }
    }

    private func server(of socket: URL, from page: URL) throws(SocketFailure) -> URL {
        let isSecure = socket.scheme?.lowercased() == "wss"
        let own = socket.replacingScheme(with: Addresses.scheme)
        let web = socket.replacingScheme(with: isSecure ? "https" : "http")
        let map = loading.loader.map
        if let mapped = [own, web].first(where: { map.target(for: $0) != nil }) {
            guard let server = map.serverAddress(for: mapped) else {
                throw SocketFailure(
                    "\(Origin(of: mapped)?.description ?? "") is answered from a folder, which has no web sockets. "
                        + "Map it to a server: --map ORIGIN=http://HOST:PORT.")
            }
            return server.replacingScheme(with: server.scheme?.lowercased() == "https" ? "wss" : "ws")
        }
        guard Addresses.authority(of: socket) == Addresses.authority(of: page) else { return socket }
        guard let network = loading.addresses.networkURL(for: own) else {
            throw SocketFailure("\(socket.host ?? "this host") is neither mapped (--map) nor permitted (--permit).")
        }
        return network.replacingScheme(with: network.scheme?.lowercased() == "https" ? "wss" : "ws")
    }

    /// Returns the origin that a page's sockets to its own host go to, for content security policies; nil where they fail.
    func ownOrigin(of page: URL) -> String? {
        (try? server(of: page.replacingScheme(with: "wss"), from: page)).flatMap { Origin(of: $0)?.description }
    }
}

/// Why a web socket is not connected.
struct SocketFailure: Error, CustomStringConvertible {
    /// A sentence for the page's console.
    let description: String

    init(_ description: String) { self.description = description }
}

extension URL {
    fileprivate func replacingScheme(with scheme: String) -> URL {
        guard let old = self.scheme else { return self }
        return URL(string: scheme + absoluteString.dropFirst(old.count)) ?? self
    }
}
