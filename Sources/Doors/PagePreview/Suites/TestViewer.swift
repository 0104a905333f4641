import Foundation
import HTTPMessages
import LocalServer

/// A browser that shows the interface of tests. Main actor only.
///
/// Events and pictures wait until the browser has taken those before them, so that none pile up for a slow one.
@MainActor
final class TestViewer {
    private static let mostWaiting = 2000

    private let socket: WebSocket
    private var waiting: [TestBoard.Event] = []
    private var isTaking = false
    /// Whether events were dropped: the browser then gets the whole board.
    private var needsBoard = false
    /// Whether the browser has shown the last picture.
    private(set) var isReady = true
    /// Whether the browser has missed a part of the picture, or seen none.
    var needsWhole = true

    init(_ socket: WebSocket) { self.socket = socket }

    /// Sends events after those before them.
    ///
    /// - Parameter board: returns the events that tell everything.
    func send(_ events: [TestBoard.Event], board: () -> [TestBoard.Event]) {
        waiting += events
        if waiting.count > Self.mostWaiting {
            waiting = []
            needsBoard = true
        }
        flush(board: board)
    }

    func eventsTaken(board: () -> [TestBoard.Event]) {
        isTaking = false
        flush(board: board)
    }

    private func flush(board: () -> [TestBoard.Event]) {
        guard !isTaking, needsBoard || !waiting.isEmpty else { return }
        isTaking = true
        let events = needsBoard ? board() : waiting
        (waiting, needsBoard) = ([], false)
        guard let json = try? JSONText.encode(["events": events], .nonFiniteNames) else { return }
        socket.send(.text(String(decoding: json, as: UTF8.self)))
    }

    /// Sends a part of the picture, as a ``FrameHead`` and a PNG file.
    func send(_ frame: Data) {
        isReady = false
        needsWhole = false
        socket.send(.data(frame))
    }

    func frameShown() { isReady = true }
}
