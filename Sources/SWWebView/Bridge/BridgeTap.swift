import Foundation

/// A message that passed a view's bridge.
package struct BridgeMessage: Sendable, Equatable {
    /// Which way it went.
    package enum Direction: String, Sendable, Codable {
        /// From the page, or a worker of it, to the host.
        case toHost
        /// From the host to the page.
        case toPage
    }

    package let direction: Direction
    /// The JSON text, cut where it is long.
    package let text: String
    /// The name of an event; nil for commands and for what settles a promise.
    package let event: String?
}

/// Where somebody listens in on a view's bridge. Costs a comparison while nobody does.
@MainActor
final class BridgeTap {
    private static let longest = 64 * 1024

    var observer: (@MainActor (BridgeMessage) -> Void)?

    func note(_ direction: BridgeMessage.Direction, _ bytes: UnsafeRawBufferPointer, event: String? = nil) {
        guard let observer else { return }
        let text = String(decoding: bytes.prefix(Self.longest), as: UTF8.self)
        let more = bytes.count > Self.longest ? "… (\(bytes.count - Self.longest) more bytes)" : ""
        observer(BridgeMessage(direction: direction, text: text + more, event: event))
    }
}

extension SWWebView {
    /// Is told of every message between this view's pages and the bridge, in the order they pass; set it before loading.
    package var bridgeObserver: (@MainActor (BridgeMessage) -> Void)? {
        get { bridgeTap.observer }
        set { bridgeTap.observer = newValue }
    }
}
