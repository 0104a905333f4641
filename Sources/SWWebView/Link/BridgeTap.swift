import Foundation

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

/// An observation point of a view's bridge. It costs one comparison a message while it has no observer.
@MainActor
final class BridgeTap {
    private static let longest = 64 * 1024

    var observer: (@MainActor (BridgeMessage) -> Void)?

    func note(
        _ direction: BridgeMessage.Direction, _ bytes: UnsafeRawBufferPointer, event: String? = nil,
        realm: @autoclosure () -> String?
    ) {
        guard let observer else { return }
        let text = String(decoding: bytes.prefix(Self.longest), as: UTF8.self)
        let more = bytes.count > Self.longest ? "… (\(bytes.count - Self.longest) more bytes)" : ""
        observer(BridgeMessage(direction: direction, text: text + more, event: event, realm: realm()))
    }
}

extension SWWebView {
    /// The observer of every message between this view's pages and the bridge, in their order. Set it before loading.
    package var bridgeObserver: (@MainActor (BridgeMessage) -> Void)? {
        get { bridgeTap.observer }
        set { bridgeTap.observer = newValue }
    }

    /// The observer of every message between service workers of the view's data store and the host, in their order. The realm of a
    /// message is the worker's id.
    package var serviceWorkerBridgeObserver: (@MainActor (BridgeMessage) -> Void)? {
        get { services.tap?.observer }
        set { services.tap?.observer = newValue }
    }
}
