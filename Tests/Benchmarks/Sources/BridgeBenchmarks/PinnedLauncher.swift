import Foundation

/// Runs programs on one core: their child processes inherit the pinning.
struct PinnedLauncher {
    private static let taskset = "/usr/bin/taskset"

    private let core: Int
    private let secondsAllowed: Double

    /// - Throws: `BenchmarkError` when there is no `taskset`.
    init(core: Int, secondsAllowed: Double = 120) throws {
        guard FileManager.default.isExecutableFile(atPath: Self.taskset) else {
            throw BenchmarkError("taskset is missing: apt-get install util-linux")
        }
        self.core = core
        self.secondsAllowed = secondsAllowed
    }

    /// Runs the program and returns its output.
    ///
    /// Blocks its thread while it reads, since a benchmark has nothing else to do meanwhile. It returns when the program and all that hold
    /// its output, WebKit's processes among them, are gone: the next measurement finds the core free.
    ///
    /// - Throws: `BenchmarkError` when the program fails or takes too long.
    func output(of program: URL, arguments: [String]) async throws -> Data {
        let (process, pipe) = (Process(), Pipe())
        process.executableURL = URL(fileURLWithPath: Self.taskset)
        process.arguments = ["-c", String(core), program.path] + arguments
        process.standardOutput = pipe
        try process.run()
        guard let output = try readAll(pipe.fileHandleForReading) else {
            process.terminate()
            throw BenchmarkError("\(program.lastPathComponent) took longer than \(Int(secondsAllowed)) s")
        }
        process.waitUntilExit()
        guard process.terminationStatus == 0 else {
            throw BenchmarkError(
                "\(program.lastPathComponent) failed with status \(process.terminationStatus) on core \(core)")
        }
        return output
    }

    /// Everything up to the end of the stream, or nil when that takes too long.
    private func readAll(_ handle: FileHandle) throws -> Data? {
        let deadline = MonotonicClock.nanoseconds() + UInt64(secondsAllowed * 1e9)
        var data = Data()
        while true {
            let now = MonotonicClock.nanoseconds()
            guard now < deadline else { return nil }
            var waiting = pollfd(fd: handle.fileDescriptor, events: Int16(POLLIN), revents: 0)
            let ready = poll(&waiting, 1, Int32((deadline - now) / 1_000_000) + 1)
            if ready < 0, errno != EINTR { throw POSIXError(.init(rawValue: errno) ?? .EIO) }
            guard ready > 0 else { continue }
            let piece = handle.availableData
            if piece.isEmpty { return data }
            data += piece
        }
    }
}
