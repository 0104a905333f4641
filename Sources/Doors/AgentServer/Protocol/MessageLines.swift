public import Foundation

/// The lines of a descriptor, such as the standard input.
public enum MessageLines {
    /// Reads lines in a thread of its own, until the descriptor's end. The end of a line is no part of it.
    ///
    /// - Returns: each line; nil for one that no message of ``AgentServer`` can have.
    public static func read(from descriptor: Int32) -> AsyncStream<Data?> {
        let (lines, continuation) = AsyncStream.makeStream(of: Data?.self)
        Thread.detachNewThread {
            var (line, isTooLong) = (Data(), false)
            var buffer = [UInt8](repeating: 0, count: 1 << 16)
            while true {
                let count = Glibc.read(descriptor, &buffer, buffer.count)
                if count < 0, errno == EINTR { continue }
                guard count > 0 else { break }
                var rest = buffer[..<count]
                while let end = rest.firstIndex(of: 0x0a) {
                    line.append(contentsOf: rest[..<end])
                    continuation.yield(isTooLong || line.count > AgentServer.longestLine ? nil : line)
                    (line, isTooLong) = (Data(), false)
                    rest = rest[(end + 1)...]
                }
                if isTooLong { continue }
                line.append(contentsOf: rest)
                if line.count > AgentServer.longestLine { (line, isTooLong) = (Data(), true) }
            }
            continuation.finish()
        }
        return lines
    }
}
