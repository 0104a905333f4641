import Foundation
import URLInterception

/// The web sockets of pages and workers that observers follow. Main actor only.
///
/// WebKit tells the host nothing of a socket, so the runtime of its realm reports the messages. A page can falsify such reports, and so
/// its own record.
@MainActor
final class ObservedSockets {
    /// The path of the command with which realms report. Observers of bridges do not get it, because they observe the sockets.
    nonisolated static let reportPath = "/WebSocket/report"

    /// The most sockets at a time. Further ones are not observed.
    private static let most = 10_000

    /// An event of a socket, as a runtime reports it.
    struct Report: Decodable {
        var id: String
        /// The subprotocol of a socket that has opened.
        var opened: String?
        var direction: SocketMessage.Direction?
        var text: String?
        /// Bytes in Base64.
        var bytes: String?
        var size: Int?
        /// The code of a socket that has closed.
        var code: Int?
        var reason: String?
    }

    private var open: [String: [any SocketObserver]] = [:]

    /// Tells observers of a new socket.
    ///
    /// - Returns: the name under which the socket is reported; nil where no observer follows it.
    func begin(
        _ url: URL, by asker: NetworkAsker, to source: NetworkSource, _ observers: [any NetworkObserver]
    ) -> String? {
        guard open.count < Self.most else { return nil }
        let following = observers.compactMap { $0.began(socket: url, by: asker, to: source) }
        guard !following.isEmpty else { return nil }
        let id = UnguessableID.make()
        open[id] = following
        return id
    }

    /// Passes a report on. One on an unknown socket is ignored.
    func receive(_ report: Report) {
        guard let observers = open[report.id] else { return }
        if let name = report.opened { for observer in observers { observer.opened(subprotocol: name) } }
        if let message = SocketMessage(report) { for observer in observers { observer.exchanged(message) } }
        guard let code = report.code else { return }
        open[report.id] = nil
        for observer in observers { observer.ended(code: code, reason: report.reason ?? "") }
    }
}

extension SocketMessage {
    fileprivate init?(_ report: ObservedSockets.Report) {
        guard let direction = report.direction, let size = report.size, size >= 0 else { return nil }
        if let text = report.text {
            self.init(direction: direction, content: .text(text), size: size)
        } else if let bytes = report.bytes.flatMap({ Data(base64Encoded: $0) }) {
            self.init(direction: direction, content: .bytes(bytes), size: size)
        } else {
            return nil
        }
    }
}
