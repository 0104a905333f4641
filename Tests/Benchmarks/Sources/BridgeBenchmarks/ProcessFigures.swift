import Foundation

/// Figures of processes, as the kernel keeps them.
enum ProcessFigures {
    static var descriptors: Int {
        (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").count) ?? 0
    }

    static func residentMiB(_ process: String) -> Int {
        let status = (try? String(contentsOfFile: "/proc/\(process)/status", encoding: .utf8)) ?? ""
        let line = status.split(separator: "\n").first { $0.hasPrefix("VmRSS:") } ?? ""
        return (line.split(separator: " ").dropFirst().first.flatMap { Int($0) } ?? 0) / 1024
    }

    static func name(_ process: String) -> String {
        (try? String(contentsOfFile: "/proc/\(process)/comm", encoding: .utf8)) ?? ""
    }

    static var children: [String] {
        let tasks = (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/task")) ?? []
        return tasks.flatMap { task in
            let text = (try? String(contentsOfFile: "/proc/self/task/\(task)/children", encoding: .utf8)) ?? ""
            return text.split(separator: " ").map(String.init)
        }
    }
}

/// The children of this process at one moment.
struct ChildProcessFigures {
    let count: Int
    let webMemory: Int
    let networkMemory: Int

    init() {
        let children = ProcessFigures.children
        count = children.count
        webMemory = Self.memory(of: children, named: "WebKitWebProces")
        networkMemory = Self.memory(of: children, named: "WebKitNetworkPr")
    }

    private static func memory(of children: [String], named name: String) -> Int {
        children.filter { ProcessFigures.name($0).hasPrefix(name) }.reduce(0) { $0 + ProcessFigures.residentMiB($1) }
    }
}
