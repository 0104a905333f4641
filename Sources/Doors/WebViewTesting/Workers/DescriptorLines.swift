import Foundation

/// Reads lines from a descriptor, in the thread that calls.
package enum DescriptorLines {
    /// Calls `body` with each line, without its end, until the other side closes.
    package static func forEachLine(of descriptor: Int32, _ body: (String) -> Void) {
        var pending = Data()
        var buffer = [UInt8](repeating: 0, count: 1 << 16)
        while true {
            let count = Glibc.read(descriptor, &buffer, buffer.count)
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { return }
            pending.append(contentsOf: buffer[..<count])
            while let end = pending.firstIndex(of: UInt8(ascii: "\n")) {
                body(String(decoding: pending[..<end], as: UTF8.self))
                pending = pending[(end + 1)...]
            }
            pending = Data(pending)
        }
    }
}
