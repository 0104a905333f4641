import Foundation
import WebKit

/// A message that passed a view's bridge.
package struct BridgeMessage: Sendable, Equatable {
    /// The direction of a message.
    package enum Direction: String, Sendable, Codable {
        /// From the page, or a worker of it, to the host.
        case toHost
        /// From the host to the page.
        case toPage
    }

    package let direction: Direction
    /// The JSON text, cut where it is long.
    package let text: String
    /// The name of an event; nil for commands and replies.
    package let event: String?
    /// The id of the frame or worker that sends or receives the message; nil before the host knows it.
    package let realm: String?
}

/// An observation point of a view's bridge. It costs one comparison a message while it has no observers.
@MainActor
final class BridgeTap {
    private static let longest = 64 * 1024

    let observers = ObserverList<BridgeMessage>()

    func note(
        _ direction: BridgeMessage.Direction, _ bytes: UnsafeRawBufferPointer, event: String? = nil,
        realm: @autoclosure () -> String?
    ) {
        guard !observers.isEmpty else { return }
        let text = String(decoding: bytes.prefix(Self.longest), as: UTF8.self)
        let more = bytes.count > Self.longest ? "… (\(bytes.count - Self.longest) more bytes)" : ""
        observers.notify(BridgeMessage(direction: direction, text: text + more, event: event, realm: realm()))
    }
}
