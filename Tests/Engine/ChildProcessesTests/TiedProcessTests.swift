import CPlatform
import Foundation
import Testing

/// Tests for children that end with the thread that started them, and for their descriptors.
struct TiedProcessTests {
    /// Starts a program without standard streams, and returns its process id.
    private func start(_ words: [String], extra: Int32 = Int32(CCP_NONE), signalAtEnd: Int32 = 0) -> Int32 {
        let arguments: [UnsafeMutablePointer<CChar>?] = words.map { strdup($0) } + [nil]
        defer { for argument in arguments { free(argument) } }
        return arguments.withUnsafeBufferPointer { arguments in
            var program = CCPProgram(
                arguments: arguments.baseAddress, environment: nil, input: Int32(CCP_NONE), output: Int32(CCP_NONE),
                errors: Int32(CCP_NONE), extra: extra, signal_at_end: signalAtEnd)
            return ccp_start(&program)
        }
    }

    /// Starts a program for each signal, in one thread that ends right away, and returns their process ids.
    private func startInThread(signalsAtEnd: Int32...) async -> [Int32] {
        await withCheckedContinuation { continuation in
            Thread.detachNewThread {
                continuation.resume(returning: signalsAtEnd.map { start(["/bin/sleep", "60"], signalAtEnd: $0) })
            }
        }
    }

    private func end(of identifier: Int32) async -> Int32 {
        await withCheckedContinuation { continuation in
            Thread.detachNewThread { continuation.resume(returning: ccp_reap(identifier)) }
        }
    }

    @Test(arguments: [SIGKILL, SIGTERM])
    func `the end of a thread sends the signal to the process that it started`(number: Int32) async throws {
        let identifiers = await startInThread(signalsAtEnd: number)
        try #require(identifiers[0] > 0)
        #expect(await end(of: identifiers[0]) == -number)
    }

    @Test func `a process without a signal outlives the thread that started it`() async throws {
        let identifiers = await startInThread(signalsAtEnd: 0, SIGKILL)
        try #require(identifiers.allSatisfy { $0 > 0 })
        // Its end shows that the thread has ended.
        #expect(await end(of: identifiers[1]) == -SIGKILL)
        kill(identifiers[0], SIGINT)
        #expect(await end(of: identifiers[0]) == -SIGINT)
    }

    @Test func `an extra descriptor has number 3 in the program`() throws {
        var (reading, writing): (Int32, Int32) = (0, 0)
        try #require(ccp_pipe(&reading, &writing) == 0)
        let output = FileHandle(fileDescriptor: reading, closeOnDealloc: true)
        let identifier = start(["/bin/sh", "-c", "echo word >&3"], extra: writing)
        close(writing)
        #expect(try output.readToEnd() == Data("word\n".utf8))
        #expect(ccp_reap(identifier) == 0)
    }
}
