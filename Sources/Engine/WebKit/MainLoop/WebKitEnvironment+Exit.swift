import CWebKitGTK
import ProcessFiles

extension WebKitEnvironment {
    /// Ends the process and, before that, its temporary files and the processes it started: WebKit's and the virtual display.
    ///
    /// They would end by themselves a moment later; a caller that looks right away finds none.
    public static func exit(_ code: Int32) -> Never {
        ProcessEnd.arrive()
        fflush(nil)
        let processes = children
        for process in processes { kill(process, process == VirtualDisplay.processIdentifier ? SIGTERM : SIGKILL) }
        for process in processes { waitpid(process, nil, 0) }
        _exit(code)
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
