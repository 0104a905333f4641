/// The short way between the host and one document of a web process: texts, and bytes that go with them, both ways in order.
/// Main actor only.
@MainActor
package final class DocumentChannel {
    /// The id that the web-process extension gave the document.
    package let document: String
    /// Called with each message of the document; the bytes live for the call.
    package var received: (@MainActor (_ text: UnsafeRawBufferPointer, _ bytes: UnsafeRawBufferPointer) -> Void)?
    /// Called once when the document, or its web process, has gone.
    package var closed: (@MainActor () -> Void)?
    private let number: UInt32
    private weak var connection: ChannelConnection?

    init(document: String, number: UInt32, connection: ChannelConnection) {
        self.document = document
        self.number = number
        self.connection = connection
    }

    /// Sends a text, and bytes that belong to it. The text ends where it has a NUL, which JSON never has. Never waits: bytes that the document does not take at once are kept until it
    /// does.
    ///
    /// - Returns: false where they are too large: more than 256 MiB in all.
    @discardableResult
    package func send(_ text: UnsafeRawBufferPointer, _ bytes: Data = Data()) -> Bool {
        connection?.send(to: number, text, bytes) ?? true
    }

    func close() {
        connection = nil
        received = nil
        closed?()
        closed = nil
    }
}
