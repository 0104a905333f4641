import Foundation
import ServiceWorkers

/// The realms that hold the two ends of each `MessagePort` that crosses from one realm to another.
///
/// One end is in the realm that sent the port. The other is bound when the message that carries the port is delivered. Messages
/// that are posted before then wait.
@MainActor
final class MessagePortRouter {
    private struct Link {
        weak var sender: Realm?
        weak var receiver: Realm?
        var waiting: [(json: String, bytes: Data)] = []
    }

    /// Messages that wait for a port to be delivered.
    private static let mostWaiting = 1000

    private var links: [String: Link] = [:]

    /// The number of open ports.
    var count: Int { links.count }

    /// Adds ports that a realm sends along with a message.
    ///
    /// - Returns: the ids that can be used: unknown ones, and those of ports that the realm holds an end of.
    func sent(_ ports: [String], by realm: Realm) -> [String] {
        ports.filter { port in
            guard let link = links[port] else {
                links[port] = Link(sender: realm)
                return true
            }
            return link.sender === realm || link.receiver === realm
        }
    }

    /// Binds ports to the realm that the message with them goes to.
    func delivered(_ ports: [String], to realm: Realm) {
        for port in ports {
            guard var link = links[port] else { continue }
            link.receiver = realm
            let waiting = link.waiting
            link.waiting = []
            links[port] = link
            for (json, bytes) in waiting { realm.post(event: "messageport", json: json, bytes: bytes) }
        }
    }

    /// Posts JSON text of the event `messageport`, and the bytes of a message, to the other end of a port.
    func post(_ json: String, _ bytes: Data = Data(), through port: String, from realm: Realm) {
        guard let link = links[port] else { return }
        // A worker may answer before the event that brought it the port counts as dispatched.
        if link.receiver == nil, link.sender !== realm, link.sender?.storageKey == realm.storageKey {
            delivered([port], to: realm)
        }
        guard let link = links[port], link.sender === realm || link.receiver === realm else { return }
        let other = link.sender === realm ? link.receiver : link.sender
        if let other {
            other.post(event: "messageport", json: json, bytes: bytes)
        } else if link.sender === realm, link.waiting.count < Self.mostWaiting {
            links[port]?.waiting.append((json, bytes))
        }
    }

    /// Removes a port, one end of which was closed.
    func close(_ port: String, from realm: Realm) {
        guard let link = links[port], link.sender === realm || link.receiver === realm else { return }
        links[port] = nil
    }

    /// Returns the realm that holds the other end, or nil before it is bound.
    func otherEnd(of port: String, from realm: Realm) -> Realm? {
        guard let link = links[port] else { return nil }
        if link.sender === realm { return link.receiver }
        return link.receiver === realm ? link.sender : nil
    }

    /// Removes the ports of a realm that is gone.
    func remove(_ realm: Realm) {
        for (port, link) in links where link.sender === realm || link.receiver === realm { links[port] = nil }
    }
}
