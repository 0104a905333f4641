import CWebKitGTK
import HTTPMessages

/// The socket of one web process. Its frames are described in CWebProcessExtension's channel.h. Main actor only.
@MainActor
final class ChannelConnection {
    enum Kind: UInt32 { case open = 1, close, message, question }

    private static let headerSize = 16
    private static let readSize = 1 << 18
    /// A web process that says so much in one go is out of its mind.
    private static let largestFrame = 1 << 28
    /// More room than this is given back when it is not needed.
    private static let usualRoom = 1 << 22

    /// Called once when the web process has gone.
    var ended: (@MainActor () -> Void)?
    private let descriptor: Int32
    private let opened: @MainActor (DocumentChannel) -> Void
    private let answer: QuestionAnswer
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
        answer: @escaping QuestionAnswer
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
        func field(_ index: Int) -> Int {
            Int(incoming.loadUnaligned(fromByteOffset: position + 4 * index, as: UInt32.self))
        }
        while filled - position >= Self.headerSize {
            let (text, bytes) = (field(2), field(3))
            let size = Self.headerSize + text + bytes
            guard size <= Self.largestFrame else { return nil }
            if filled - position < size {
                if size > incoming.count { resize(to: size + Self.readSize) }
                break
            }
            let start = position + Self.headerSize
            take(
                UInt32(field(0)), UInt32(field(1)), UnsafeRawBufferPointer(rebasing: incoming[start..<(start + text)]),
                UnsafeRawBufferPointer(rebasing: incoming[(start + text)..<(position + size)]))
            if isOver { return nil }
            position += size
        }
        return position
    }

    private func take(
        _ kind: UInt32, _ number: UInt32, _ text: UnsafeRawBufferPointer, _ bytes: UnsafeRawBufferPointer
    ) {
        switch Kind(rawValue: kind) {
        case .open:
            let channel = DocumentChannel(
                document: String(decoding: text, as: UTF8.self), number: number, connection: self)
            channels.updateValue(channel, forKey: number)?.close()
            opened(channel)
        case .close: channels.removeValue(forKey: number)?.close()
        case .message:
            HopTrace.pass()
            channels[number]?.received?(text, bytes)
        case .question:
            guard let question = DocumentQuestion(text, facts: bytes) else { return end() }
            answer(question) { [weak self] in self?.reply($0, to: number) }
        case nil: end()
        }
    }

    private func reply(_ text: String, to number: UInt32) {
        var text = text
        let isSent = text.withUTF8 { send(.question, number, UnsafeRawBufferPointer($0)) }
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

    /// Sends a text, and bytes that go with it. Returns false for more than a frame takes.
    func send(_ kind: Kind, _ number: UInt32, _ text: UnsafeRawBufferPointer, _ bytes: Data = Data()) -> Bool {
        guard Self.headerSize + text.count + bytes.count <= Self.largestFrame else { return false }
        if isOver { return true }
        var header = (kind.rawValue, number, UInt32(text.count), UInt32(bytes.count))
        withUnsafeBytes(of: &header) { writer.send($0, text, bytes) }
        cwk_loop_note_traffic()
        return true
    }
}
