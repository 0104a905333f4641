import Foundation
import ServiceWorkerContainer

/// Which realms hold the two ends of each `MessagePort` that crosses from one to another.
///
/// An end is where the port came from; the other is bound when the message that carries it is delivered. What is posted in
/// between waits.
@MainActor
final class MessagePortRouter {
    private struct Link {
        weak var sender: Realm?
        weak var receiver: Realm?
        var waiting: [String] = []
    }

    /// Messages that wait for a port to be delivered.
    private static let mostWaiting = 1000

    private var links: [String: Link] = [:]

    /// How many ports are open.
    var count: Int { links.count }

    /// A realm sends ports along with a message.
    ///
    /// - Returns: the ids that can be used: unknown ones, or those the realm holds an end of.
    func sent(_ ports: [String], by realm: Realm) -> [String] {
        ports.filter { port in
            guard let link = links[port] else {
                links[port] = Link(sender: realm)
                return true
            }
            return link.sender === realm || link.receiver === realm
        }
    }

    /// The message with the ports goes to a realm.
    func delivered(_ ports: [String], to realm: Realm) {
        for port in ports {
            guard var link = links[port] else { continue }
            link.receiver = realm
            let waiting = link.waiting
            link.waiting = []
            links[port] = link
            for json in waiting { realm.post(event: "messageport", json: json) }
        }
    }

    /// Something for the other end of a port: JSON text of the event `messageport`.
    func post(_ json: String, through port: String, from realm: Realm) {
        guard let link = links[port] else { return }
        // A worker may answer before the event that brought it the port counts as dispatched.
        if link.receiver == nil, link.sender !== realm, link.sender?.storageKey == realm.storageKey {
            delivered([port], to: realm)
        }
        guard let link = links[port], link.sender === realm || link.receiver === realm else { return }
        let other = link.sender === realm ? link.receiver : link.sender
        if let other {
            other.post(event: "messageport", json: json)
        } else if link.sender === realm, link.waiting.count < Self.mostWaiting {
            links[port]?.waiting.append(json)
        }
    }

    /// An end was closed: the port is no more.
    func close(_ port: String, from realm: Realm) {
        guard let link = links[port], link.sender === realm || link.receiver === realm else { return }
        links[port] = nil
    }

    /// The realm that holds the other end; nil before it is bound.
    func otherEnd(of port: String, from realm: Realm) -> Realm? {
        guard let link = links[port] else { return nil }
        if link.sender === realm { return link.receiver }
        return link.receiver === realm ? link.sender : nil
    }

    /// A realm is gone, and with it its ends.
    func remove(_ realm: Realm) {
        for (port, link) in links where link.sender === realm || link.receiver === realm { links[port] = nil }
    }
}
