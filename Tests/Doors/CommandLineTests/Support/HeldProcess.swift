import Foundation
import TestSupport

/// A process, held so that its end can be waited for, even when its parent or the owner of its number has changed.
final class HeldProcess {
    let name: String
    private let identifier: pid_t
    private let descriptor: Int32

    /// Nil for a process that has ended already.
    init?(_ identifier: pid_t) {
        // glibc has pidfd_open only since 2.36; the number is the same on every architecture.
        typealias SystemCall = @convention(c) (Int, Int, Int) -> Int
        guard let address = dlsym(nil, "syscall") else { return nil }
        let descriptor = unsafeBitCast(address, to: SystemCall.self)(434, Int(identifier), 0)
        guard descriptor >= 0 else { return nil }
        self.descriptor = Int32(descriptor)
        self.identifier = identifier
        let text = try? String(contentsOfFile: "/proc/\(identifier)/comm", encoding: .utf8)
        name = text?.trimmingCharacters(in: .whitespacesAndNewlines) ?? ""
    }

    deinit { close(descriptor) }

    func signal(_ number: Int32) { kill(identifier, number) }

    /// Waits for the end, but not for ever.
    func hasEnded(within seconds: Int32) -> Bool {
        var request = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        return poll(&request, 1, seconds * 1000) == 1
    }

    /// Whether the process has the file open.
    func hasOpen(_ file: URL) -> Bool {
        let (files, folder) = (FileManager.default, "/proc/\(identifier)/fd")
        let descriptors = (try? files.contentsOfDirectory(atPath: folder)) ?? []
        return descriptors.contains { (try? files.destinationOfSymbolicLink(atPath: "\(folder)/\($0)")) == file.path }
    }

    /// The ports of IPv4 that the process listens on.
    var listeningPorts: [UInt16] {
        let (files, folder) = (FileManager.default, "/proc/\(identifier)/fd")
        let descriptors = (try? files.contentsOfDirectory(atPath: folder)) ?? []
        let own = Set(descriptors.compactMap { try? files.destinationOfSymbolicLink(atPath: "\(folder)/\($0)") })
        let table = (try? SystemFile.text("/proc/\(identifier)/net/tcp")) ?? ""
        return table.split(separator: "\n").dropFirst().compactMap { line in
            // The second column is the address, the fourth the state, the tenth the socket.
            let columns = line.split(separator: " ")
            guard columns.count > 9, columns[3] == "0A", own.contains("socket:[\(columns[9])]") else { return nil }
            return columns[1].split(separator: ":").last.flatMap { UInt16($0, radix: 16) }
        }
    }

    /// The processes whose environment, as `NAME=value` texts, is accepted, in the order of their numbers.
    static func all(where accepts: ([Substring]) -> Bool) -> [HeldProcess] {
        let entries = (try? FileManager.default.contentsOfDirectory(atPath: "/proc")) ?? []
        return entries.compactMap { pid_t($0) }.sorted().compactMap { identifier in
            guard let data = try? SystemFile.contents("/proc/\(identifier)/environ"),
                accepts(String(decoding: data, as: UTF8.self).split(separator: "\0"))
            else { return nil }
            return HeldProcess(identifier)
        }
    }
}
