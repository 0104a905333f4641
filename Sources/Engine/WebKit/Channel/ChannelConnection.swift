import CWebKitGTK
import HTTPMessages

/// The socket of one web process. A frame is a `CWKChannelHeader`, a text, and further bytes. Main actor only.
@MainActor
final class ChannelConnection {
    private static let headerSize = MemoryLayout<CWKChannelHeader>.size
    private static let readSize = 1 << 18
    /// More room than this is given back when it is not needed.
    private static let usualRoom = 1 << 22

    /// Called once when the web process has gone.
    var ended: (@MainActor () -> Void)?
    private let descriptor: Int32
    private let opened: @MainActor (DocumentChannel) -> Void
    private let answer: DocumentAnswering
    private var channels: [UInt32: DocumentChannel] = [:]
    /// The bytes that have arrived. An incomplete frame is at their start.
    private var incoming = UnsafeMutableRawBufferPointer.allocate(byteCount: readSize, alignment: 16)
    private var filled = 0
    private var isTaking = false
    private let writer: ChannelWriter
    private var reading: UInt32 = 0
    private var isOver = false

    init(
        _ descriptor: Int32, opened: @escaping @MainActor (DocumentChannel) -> Void,
        answer: @escaping DocumentAnswering
    ) {
        self.descriptor = descriptor
        (self.opened, self.answer) = (opened, answer)
        writer = ChannelWriter(descriptor)
        reading = cwk_descriptor_watch(
            descriptor, false, { ShimCallback.unretained($0, ChannelConnection.self) { $0.read() } },
            Unmanaged.passUnretained(self).toOpaque())
    }

    isolated deinit { incoming.deallocate() }

    /// Drops the connection, and closes the channels over it.
    func end() {
        guard !isOver else { return }
        isOver = true
        cwk_descriptor_unwatch(reading)
        writer.end()
        close(descriptor)
        let lost = channels.values
        channels = [:]
        for channel in lost { channel.close() }
        ended?()
        ended = nil
    }

    // MARK: Reading

    private func read() {
        guard !isTaking, !isOver else { return }
        let count = recv(descriptor, incoming.baseAddress?.advanced(by: filled), incoming.count - filled, 0)
        guard count > 0 else {
            if count == 0 || errno != EAGAIN && errno != EINTR { end() }
            return
        }
        filled += count
        isTaking = true
        let used = ChannelWriter.gather { takeFrames() }
        isTaking = false
        guard let used else { return end() }
        filled -= used
        if used > 0, filled > 0, let start = incoming.baseAddress {
            start.copyMemory(from: start.advanced(by: used), byteCount: filled)
        }
        if filled == 0, incoming.count > Self.usualRoom { resize(to: Self.readSize) }
        cwk_loop_note_traffic()
    }

    /// Takes every whole frame there is.
    ///
    /// - Returns: the number of bytes of those frames; nil for bytes that no web process with this extension sends.
    private func takeFrames() -> Int? {
        var position = 0
        while filled - position >= Self.headerSize {
            let header = incoming.loadUnaligned(fromByteOffset: position, as: CWKChannelHeader.self)
            let text = Int(header.text_size)
            let size = Self.headerSize + text + Int(header.bytes_size)
            guard size <= CWK_CHANNEL_LARGEST_FRAME else { return nil }
            if filled - position < size {
                if size > incoming.count { resize(to: size + Self.readSize) }
                break
            }
            let start = position + Self.headerSize
            take(
                header, UnsafeRawBufferPointer(rebasing: incoming[start..<(start + text)]),
                UnsafeRawBufferPointer(rebasing: incoming[(start + text)..<(position + size)]))
            if isOver { return nil }
            position += size
        }
        return position
    }

    private func take(
        _ header: CWKChannelHeader, _ text: UnsafeRawBufferPointer, _ bytes: UnsafeRawBufferPointer
    ) {
        let number = header.document
        switch CWKChannelKind(header.kind) {
        case CWK_CHANNEL_OPEN:
            let channel = DocumentChannel(
                document: String(decoding: text, as: UTF8.self), number: number, connection: self)
            channels.updateValue(channel, forKey: number)?.close()
            opened(channel)
        case CWK_CHANNEL_CLOSE: channels.removeValue(forKey: number)?.close()
        case CWK_CHANNEL_MESSAGE:
            HopTrace.pass()
            channels[number]?.received?(text, bytes)
        case CWK_CHANNEL_QUESTION:
            guard let question = DocumentQuestion(text, facts: bytes) else { return end() }
            answer(question) { [weak self] in self?.reply($0, to: number) }
        default: end()
        }
    }

    private func reply(_ text: String, to number: UInt32) {
        var text = text
        let isSent = text.withUTF8 { send(CWK_CHANNEL_QUESTION, to: number, UnsafeRawBufferPointer($0)) }
        // The script would wait for ever.
        if !isSent { end() }
    }

    private func resize(to size: Int) {
        let other = UnsafeMutableRawBufferPointer.allocate(byteCount: size, alignment: 16)
        other.copyMemory(from: UnsafeRawBufferPointer(rebasing: incoming[..<filled]))
        incoming.deallocate()
        incoming = other
    }

    // MARK: Writing

    /// Sends a document a text, and bytes that go with it. Returns false for more than a frame takes.
    func send(
        _ kind: CWKChannelKind = CWK_CHANNEL_MESSAGE, to document: UInt32, _ text: UnsafeRawBufferPointer,
        _ bytes: Data = Data()
    ) -> Bool {
        guard Self.headerSize + text.count + bytes.count <= CWK_CHANNEL_LARGEST_FRAME else { return false }
        if isOver { return true }
        var header = CWKChannelHeader(
            kind: kind.rawValue, document: document, text_size: UInt32(text.count),
            bytes_size: UInt32(bytes.count))
        withUnsafeBytes(of: &header) { writer.send($0, text, bytes) }
        cwk_loop_note_traffic()
        return true
    }
}
