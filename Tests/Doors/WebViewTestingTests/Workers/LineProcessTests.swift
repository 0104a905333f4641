import Foundation
import Testing

@testable import WebViewTesting

/// Tests for the lines and the end of worker processes.
struct LineProcessTests {
    /// Returns the lines of a process, and then its status as a text.
    private func everything(_ process: LineProcess) async -> [String] {
        var lines: [String] = []
        for await output in process.output {
            switch output {
            case .line(let line): lines.append(line)
            case .ended(let status): lines.append("\(status)")
            }
        }
        return lines
    }

    @Test func `a process answers lines until its input is closed`() async throws {
        let script = #"while read line; do echo "got $line"; done; exit 4"#
        let process = try LineProcess("/bin/sh", ["-c", script])
        process.send("one")
        process.send("two")
        process.closeInput()
        #expect(await everything(process) == ["got one", "got two", "4"])
    }

    @Test func `the status of a process that was killed is the negative signal number`() async throws {
        let process = try LineProcess("/bin/sh", ["-c", "echo ready; exec sleep 60"])
        var lines = process.output.makeAsyncIterator()
        guard case .line("ready")? = await lines.next() else { return #expect(Bool(false), "no line came") }
        process.kill()
        guard case .ended(-SIGKILL)? = await lines.next() else { return #expect(Bool(false), "no end came") }
    }

    @Test func `a program that does not exist throws the error of the system`() {
        let error = #expect(throws: POSIXError.self) { try LineProcess("/nonexistent", []) }
        #expect(error?.code == .ENOENT)
    }
}
