import Foundation

/// The processes of WebKit's that this process has started, among them the template that the others are forked from.
enum WebKitProcesses {
    /// Returns the numbers of those whose name begins with a text.
    static func named(_ name: String = "WebKit") throws -> [pid_t] {
        try FileManager.default.contentsOfDirectory(atPath: "/proc").compactMap { pid_t($0) }.filter { number in
            guard let status = try? String(contentsOfFile: "/proc/\(number)/status", encoding: .utf8) else {
                return false
            }
            return status.hasPrefix("Name:\t\(name)") && status.contains("PPid:\t\(getpid())\n")
        }
    }

    /// Returns the path of the program that a process runs; nil after its end.
    static func program(of number: pid_t) -> String? {
        try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/\(number)/exe")
    }
}
