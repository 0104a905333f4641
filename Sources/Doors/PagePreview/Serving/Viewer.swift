import Foundation
import HTTPMessages
import LocalServer
import SWWebView
import Simulator

/// A browser's page that shows a preview. Main actor only.
///
/// Frames and lines are frequent. They wait until the viewer has shown the previous ones, so that none pile up for a slow viewer.
@MainActor
final class Viewer {
    private static let mostWaiting = 1000

    private let socket: WebSocket
    private var waiting: [LogEntry] = []
    private var isListing = false
    /// Whether the viewer has shown the last frame.
    private(set) var isReady = true
    /// Whether the viewer has missed a frame, or seen none.
    var needsWhole = true

    init(_ socket: WebSocket) { self.socket = socket }

    func send(_ state: PreviewState) { sendJSON(["state": state]) }

    /// Tells what devices there are.
    func sendDevices() { sendJSON(["devices": SimulatedDevice.all.map(\.name)]) }

    func send(_ question: Question?) { sendJSON(["question": question]) }

    func send(_ entries: [LogEntry]) {
        waiting += entries
        if waiting.count > Self.mostWaiting {
            let dropped = waiting.count - Self.mostWaiting
            waiting.removeFirst(dropped)
            waiting[0] = .preview("\(dropped + 1) lines came faster than they could be shown")
        }
        flush()
    }

    private func flush() {
        guard !isListing, !waiting.isEmpty else { return }
        isListing = true
        sendJSON(["entries": waiting])
        waiting = []
    }

    func entriesShown() {
        isListing = false
        flush()
    }

    /// Returns six numbers of four bytes, little-endian: x, y, width, height, and the size of the whole; then the PNG file.
    func send(_ frame: Data) {
        isReady = false
        needsWhole = false
        socket.send(.data(frame))
    }

    func frameShown() { isReady = true }

    private func sendJSON(_ value: some Encodable) {
        guard let json = try? JSONText.encode(value) else { return }
        socket.send(.text(String(decoding: json, as: UTF8.self)))
    }
}
