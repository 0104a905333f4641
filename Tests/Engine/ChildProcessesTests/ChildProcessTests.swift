import ChildProcesses
import Foundation
import Testing

/// Tests for the streams, the environment and the end of children.
struct ChildProcessTests {
    private func shell(_ script: String) -> Program { Program(path: "/bin/sh", arguments: ["-c", script]) }

    /// Runs a program to its end and returns its standard output.
    private func output(_ program: Program) async throws -> String {
        var program = program
        program.output = .pipe
        let process = try program.start()
        let data = try process.output?.readToEnd() ?? Data()
        #expect(await process.ended() == 0)
        return String(decoding: data, as: UTF8.self)
    }

    @Test func `a process ends with its exit code, which a later kill does not change`() async throws {
        let process = try shell("exit 3").start()
        #expect(await process.ended() == 3)
        #expect(process.hasEnded)
        process.kill()
        #expect(await process.ended() == 3)
    }

    @Test func `a process that a signal ends has the negative number of the signal`() async throws {
        #expect(await (try shell("kill -KILL $$").start()).ended() == -SIGKILL)
    }

    @Test func `pipes lead to standard input and from standard output`() async throws {
        let process = try Program(path: "/bin/cat", arguments: [], input: .pipe, output: .pipe).start()
        try process.input?.write(contentsOf: Data("one\ntwo\n".utf8))
        try process.input?.close()
        #expect(try process.output?.readToEnd() == Data("one\ntwo\n".utf8))
        #expect(await process.ended() == 0)
    }

    @Test func `a program without an input reads the end of the file`() async throws {
        #expect(await (try shell("read line && exit 1; exit 7").start()).ended() == 7)
    }

    @Test func `standard output can go to standard error`() async throws {
        var program = shell("[ /proc/$$/fd/1 -ef /proc/$$/fd/2 ]")
        program.output = .errors
        #expect(await (try program.start()).ended() == 0)
    }

    @Test func `an environment replaces the inherited one`() async throws {
        let program = Program(path: "/usr/bin/env", arguments: [], environment: ["NAME": "a value"])
        #expect(try await output(program) == "NAME=a value\n")
    }

    @Test func `the environment is inherited if none is given`() async throws {
        let path = ProcessInfo.processInfo.environment["PATH"] ?? ""
        #expect(try await output(shell("printf %s \"$PATH\"")) == path)
    }

    @Test func `a program inherits no descriptor but the standard streams`() async throws {
        let inheritable = dup(STDERR_FILENO)
        defer { close(inheritable) }
        // The last one is the folder that the program reads.
        let listed = try await output(Program(path: "/bin/ls", arguments: ["/proc/self/fd"]))
        #expect(listed == "0\n1\n2\n3\n")
    }

    @Test(arguments: [("/nonexistent/program", POSIXErrorCode.ENOENT), ("/etc", .EACCES)])
    func `a program that cannot be started throws the error of the system`(path: String, code: POSIXErrorCode) {
        let error = #expect(throws: POSIXError.self) { try Program(path: path, arguments: []).start() }
        #expect(error?.code == code)
    }

    @Test func `signals that the parent ignores or blocks have their default effect on a program`() async throws {
        signal(SIGUSR2, SIG_IGN)
        #expect(await (try shell("kill -USR2 $$").start()).ended() == -SIGUSR2)
        #expect(await (try startBlocking(SIGTERM, shell("kill -TERM $$"))).ended() == -SIGTERM)
    }

    /// Starts a program in a thread that blocks a signal, and still blocks it afterwards.
    private func startBlocking(_ number: Int32, _ program: Program) throws -> ChildProcess {
        var (blocked, previous, after) = (sigset_t(), sigset_t(), sigset_t())
        sigemptyset(&blocked)
        sigaddset(&blocked, number)
        pthread_sigmask(SIG_BLOCK, &blocked, &previous)
        defer { pthread_sigmask(SIG_SETMASK, &previous, nil) }
        let process = try program.start()
        pthread_sigmask(SIG_BLOCK, nil, &after)
        #expect(sigismember(&after, number) == 1)
        #expect(sigismember(&after, SIGUSR1) == sigismember(&previous, SIGUSR1))
        return process
    }

    @Test func `a program has a process group of its own`() async throws {
        let script = "read identifier name state parent group rest </proc/$$/stat; [ $group = $$ ]"
        #expect(await (try shell(script).start()).ended() == 0)
    }

    @Test func `terminate ends a process by SIGTERM, and kill by SIGKILL`() async throws {
        let program = Program(path: "/bin/sleep", arguments: ["60"])
        let (asked, killed) = (try program.start(), try program.start())
        #expect(!asked.hasEnded)
        asked.terminate()
        killed.kill()
        #expect(await asked.ended() == -SIGTERM)
        #expect(await killed.ended() == -SIGKILL)
    }

    @Test @MainActor func `a tied process ends with its exit code`() async throws {
        #expect(await (try shell("exit 5").startTied()).ended() == 5)
    }
}
