import CWebKitGTK

/// Writes frames to the socket of one web process, and keeps what the socket does not take at once. Main actor only.
@MainActor
final class ChannelWriter {
    /// The most bytes of small frames that are sent together.
    private static let mostTogether = 1 << 14
    /// The writers with frames to send at the end of ``gather(_:)``; nil outside of it.
    private static var gathering: [ChannelWriter]?

    private let descriptor: Int32
    /// The small frames that are sent together.
    private var gathered: [UInt8] = []
    /// The pieces that the socket has not taken yet, and the number of bytes of the first piece that it has taken.
    private var outgoing: [Data] = []
    private var takenOfFirst = 0
    private var watch: UInt32 = 0
    private var isOver = false

    init(_ descriptor: Int32) { self.descriptor = descriptor }

    /// Stops writing, before the socket is closed.
    func end() {
        isOver = true
        (gathered, outgoing) = ([], [])
        unwatch()
    }

    /// Runs a function, and sends the small frames that it writes when it has ended: a system call for each would cost more
    /// than all else that is done for them.
    static func gather<Result>(_ body: () -> Result) -> Result {
        guard gathering == nil else { return body() }
        gathering = []
        defer {
            let writers = gathering ?? []
            gathering = nil
            for writer in writers { writer.sendGathered() }
        }
        return body()
    }

    /// Sends a frame.
    func send(_ header: UnsafeRawBufferPointer, _ text: UnsafeRawBufferPointer, _ bytes: Data) {
        if isOver || gather(header, text, bytes) { return }
        let size = header.count + text.count + bytes.count
        var sent = 0
        if outgoing.isEmpty {
            sent = bytes.withUnsafeBytes { bytes in
                var parts = [Self.part(header), Self.part(text), Self.part(bytes)]
                return max(Self.write(&parts, to: descriptor), 0)
            }
        }
        guard sent < size else { return }
        let head = Data(header) + Data(text)
        outgoing.append(head.dropFirst(sent))
        outgoing.append(bytes.dropFirst(max(sent - head.count, 0)))
        watchSocket()
    }

    /// Keeps a small frame for the end of ``gather(_:)``. Returns false where it is to be sent now.
    private func gather(_ header: UnsafeRawBufferPointer, _ text: UnsafeRawBufferPointer, _ bytes: Data) -> Bool {
        let size = header.count + text.count + bytes.count
        if gathered.count + size > Self.mostTogether { sendGathered() }
        guard Self.gathering != nil, outgoing.isEmpty, size <= Self.mostTogether else { return false }
        if gathered.isEmpty { Self.gathering?.append(self) }
        gathered.append(contentsOf: header)
        gathered.append(contentsOf: text)
        gathered.append(contentsOf: bytes)
        return true
    }

    private func sendGathered() {
        guard !gathered.isEmpty else { return }
        let sent = gathered.withUnsafeBytes { bytes in
            var parts = [Self.part(bytes)]
            return max(Self.write(&parts, to: descriptor), 0)
        }
        if sent < gathered.count {
            outgoing.append(Data(gathered[sent...]))
            watchSocket()
        }
        gathered.removeAll(keepingCapacity: true)
    }

    private func watchSocket() {
        guard watch == 0 else { return }
        watch = cwk_descriptor_watch(
            descriptor, true, { ShimCallback.unretained($0, ChannelWriter.self) { $0.sendKept() } },
            Unmanaged.passUnretained(self).toOpaque())
    }

    private func unwatch() {
        if watch != 0 { cwk_descriptor_unwatch(watch) }
        watch = 0
    }

    private func sendKept() {
        var done = 0
        defer { outgoing.removeFirst(done) }
        while done < outgoing.count {
            let piece = outgoing[done]
            let count = piece.withUnsafeBytes { bytes in
                var parts = [Self.part(UnsafeRawBufferPointer(rebasing: bytes.dropFirst(takenOfFirst)))]
                return Self.write(&parts, to: descriptor)
            }
            if count < 0, errno == EAGAIN || errno == EINTR { return }
            // A socket that is closed is noticed where it is read.
            takenOfFirst = count < 0 ? piece.count : takenOfFirst + count
            if takenOfFirst < piece.count { return }
            takenOfFirst = 0
            done += 1
        }
        unwatch()
    }

    private static func part(_ bytes: UnsafeRawBufferPointer) -> iovec {
        iovec(iov_base: UnsafeMutableRawPointer(mutating: bytes.baseAddress), iov_len: bytes.count)
    }

    /// A web process that has gone must not end this one with a signal.
    private static func write(_ parts: inout [iovec], to descriptor: Int32) -> Int {
        parts.withUnsafeMutableBufferPointer { parts in
            var message = msghdr()
            message.msg_iov = parts.baseAddress
            message.msg_iovlen = parts.count
            return sendmsg(descriptor, &message, Int32(MSG_NOSIGNAL))
        }
    }
}
