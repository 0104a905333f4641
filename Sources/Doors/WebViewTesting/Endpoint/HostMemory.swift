import Foundation

/// The memory of this process, as the kernel counts it.
struct HostMemory {
    /// The most memory that was ever resident, in bytes.
    let peak: Int
    /// The memory that is resident now, in bytes.
    let resident: Int

    static var current: HostMemory {
        let text = (try? String(contentsOfFile: "/proc/self/status", encoding: .utf8)) ?? ""
        return HostMemory(peak: value("VmHWM", in: text), resident: value("VmRSS", in: text))
    }

    /// Has the kernel count the peak from now on.
    static func resetPeak() {
        try? FileHandle(forWritingAtPath: "/proc/self/clear_refs")?.write(contentsOf: Data("5".utf8))
    }

    private static func value(_ name: String, in text: String) -> Int {
        guard let line = text.split(separator: "\n").first(where: { $0.hasPrefix(name + ":") }),
            let kibibytes = line.split(whereSeparator: { !$0.isNumber }).first.flatMap({ Int($0) })
        else { return 0 }
        return kibibytes * 1024
    }
}
