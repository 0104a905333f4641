import Foundation
import HTTPMessages
import WebKit

/// A socket between the host and one frame. Main actor only.
///
/// A frame's first report comes by script message, which takes longer. Commands that arrive here before it wait.
@MainActor
final class PageChannel: ByteChannel {
    private static let mostWaiting = 1000
    /// The most bytes of commands that wait.
    private static let mostWaitingBytes = 64 << 20
    /// The most bytes of commands that wait after the frame has gone.
    private static let mostBytesOfGone = 1 << 20

    private let channel: DocumentChannel
    private let realm: @MainActor () -> Realm?
    private var waiting: [(text: Data, bytes: Data)] = []
    private var waitingBytes = 0
    private var text = ByteText()

    init(_ channel: DocumentChannel, realm: @escaping @MainActor () -> Realm?) {
        self.channel = channel
        self.realm = realm
        channel.received = { [weak self] text, bytes in self?.receive(text, Data(bytes)) }
    }

    /// Whether the waiting commands are kept after the frame has gone. The last one is the frame's end: without it, a frame whose first
    /// report comes later would stay a client.
    var keepsWaiting: Bool { !waiting.isEmpty && waitingBytes <= Self.mostBytesOfGone }

    /// Delivers the messages that waited for the frame's first report.
    func deliver() {
        let messages = waiting
        waiting = []
        waitingBytes = 0
        for (text, bytes) in messages { text.withUnsafeBytes { receive($0, bytes) } }
    }

    private func receive(_ text: UnsafeRawBufferPointer, _ bytes: Data) {
        HopTrace.pass()
        if let realm = realm() {
            realm.host?.receive(text, bytes, from: realm, over: self)
        } else if waiting.count < Self.mostWaiting, waitingBytes + text.count + bytes.count <= Self.mostWaitingBytes {
            waitingBytes += text.count + bytes.count
            waiting.append((Data(text), bytes))
        }
    }

    @discardableResult
    func send(_ bytes: Data, _ compose: (inout ByteText) -> Void) -> Bool {
        text.removeAll()
        compose(&text)
        return text.bytes.withUnsafeBytes {
            if let realm = realm() { realm.host?.tap.note(.toPage, $0, realm: realm.id) }
            return channel.send($0, bytes)
        }
    }
}
