import ChildProcesses
import Foundation
import Testing

/// Tests for the watch of processes that need not be children.
struct ProcessWatchTests {
    @Test func `a watch sees the end of a grandchild`() async throws {
        let script = "sleep 60 >/dev/null & echo $!"
        let parent = try Program(path: "/bin/sh", arguments: ["-c", script], output: .pipe).start()
        let output = String(decoding: try parent.output?.readToEnd() ?? Data(), as: UTF8.self)
        let identifier = try #require(Int32(output.trimmingCharacters(in: .newlines)))
        let watch = try #require(ProcessWatch(identifier))
        #expect(await parent.ended() == 0)
        #expect(await !watch.ended(within: .milliseconds(1)))
        #expect(!watch.hasEnded)
        watch.kill()
        await watch.ended()
        #expect(watch.hasEnded)
        #expect(await watch.ended(within: .zero))
    }

    @Test func `a watch of a process that does not exist is nil`() {
        #expect(ProcessWatch(Int32.max) == nil)
    }

    @Test func `a one-time event resumes all that wait, and later waits end at once`() async {
        let event = OneTimeEvent()
        async let first: Void = event.wait()
        async let second: Void = event.wait()
        #expect(await !event.wait(atMost: .milliseconds(1)))
        event.happen()
        _ = await (first, second)
        #expect(await event.wait(atMost: .zero))
    }
}
