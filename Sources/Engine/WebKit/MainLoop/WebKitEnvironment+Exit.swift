import CPlatform
import CWebKitGTK
import ProcessFiles

extension WebKitEnvironment {
    /// The time in which WebKit's network process has to write what pages stored, in milliseconds.
    private static let writingLimit: Int32 = 5000

    /// Whether a store of this process has data that outlives it.
    static var hasPersistentData = false

    /// Ends the process and, before that, its temporary files and the processes it started: WebKit's and the virtual display.
    ///
    /// They would end by themselves a moment later; a caller that looks right away finds none.
    public static func exit(_ code: Int32) -> Never {
        ProcessEnd.arrive()
        fflush(nil)
        let processes = children
        let writers = hasPersistentData ? processes.filter(isNetworkProcess) : []
        for process in processes where !writers.contains(process) {
            kill(process, process == VirtualDisplay.processIdentifier ? SIGTERM : SIGKILL)
        }
        if !writers.isEmpty { closeConnections() }
        for process in writers { waitForWrites(of: process) }
        for process in processes { waitpid(process, nil, 0) }
        _exit(code)
    }

    /// The process that holds pages' storage: it writes `localStorage` half a second late.
    private static func isNetworkProcess(_ process: pid_t) -> Bool {
        let name = try? String(contentsOfFile: "/proc/\(process)/comm", encoding: .utf8)
        return name?.hasPrefix("WebKitNetworkPr") ?? false
    }

    /// Ends the connections to WebKit's processes and to their template. No other socket of this process has their type. The network
    /// process writes what it holds, and ends.
    private static func closeConnections() {
        let descriptors = (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd")) ?? []
        for descriptor in descriptors.compactMap({ Int32($0) }) {
            var (type, size) = (Int32(), socklen_t(MemoryLayout<Int32>.size))
            guard getsockopt(descriptor, SOL_SOCKET, SO_TYPE, &type, &size) == 0,
                type == Int32(SOCK_SEQPACKET.rawValue)
            else { continue }
            shutdown(descriptor, Int32(SHUT_RDWR))
        }
    }

    private static func waitForWrites(of process: pid_t) {
        let descriptor = ccp_watch(process)
        var end = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        if descriptor < 0 || poll(&end, 1, writingLimit) != 1 { kill(process, SIGKILL) }
    }

    /// Ends the process with the exit code 3 and a sentence on standard error: Xlib cannot go on without its display.
    static func endWithoutDisplay() {
        let name = getenv("DISPLAY").map { String(cString: $0) } ?? ""
        let text = "\(ProcessInfo.processInfo.processName): \(WebKitEnvironmentError.displayLost(name))\n"
        try? FileHandle.standardError.write(contentsOf: Data(text.utf8))
        exit(3)
    }

    private static var children: [pid_t] {
        let tasks = (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/task")) ?? []
        return tasks.flatMap { task in
            let text = (try? String(contentsOfFile: "/proc/self/task/\(task)/children", encoding: .utf8)) ?? ""
            return text.split(separator: " ").compactMap { pid_t($0.trimmingCharacters(in: .whitespaces)) }
        }
    }
}
