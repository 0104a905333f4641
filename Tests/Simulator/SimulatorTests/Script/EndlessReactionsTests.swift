import CWebKitGTK
import Foundation
import TestSupport
import Testing
import WebKit

struct EndlessReactionsTests {
    private struct Outcome: Sendable {
        let isStopped: Bool
        /// The processor time of the engine's thread.
        let seconds: Double
    }

    /// Runs a script with a time limit in an engine and on a thread of its own.
    private static func run(_ script: String, limit: Double, done: @escaping @Sendable (Outcome) -> Void) {
        let thread = Thread {
            let engine = cjs_engine_create(limit, { _, _, _ in nil }, nil)
            var failure = CJSFailure()
            cjs_engine_evaluate(engine, script, "script.js", &failure)
            let isStopped = failure.is_stopped
            cjs_failure_clear(&failure)
            cjs_engine_destroy(engine)
            var time = timespec()
            clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
            done(Outcome(isStopped: isStopped, seconds: Double(time.tv_sec) + Double(time.tv_nsec) * 1e-9))
        }
        thread.stackSize = 4 << 20
        thread.start()
    }

    // JavaScriptCore compiles the reactions soon. Compiled code must stop as interpreted code does.
    @Test(
        "Promise reactions without end are stopped soon after the limit, in several engines at a time",
        .hangLimit(minutes: 1))
    func reactions() async {
        await WebKitEnvironment.prepareEngine()
        let (outcomes, continuation) = AsyncStream.makeStream(of: Outcome.self)
        let count = 8
        for _ in 0..<count {
            let script = "const again = () => { Promise.resolve().then(again); }; again(); 0"
            Self.run(script, limit: 0.3) { continuation.yield($0) }
        }
        var ended: [Outcome] = []
        for await outcome in outcomes.prefix(count) { ended.append(outcome) }
        #expect(ended.count == count)
        #expect(ended.map(\.isStopped) == Array(repeating: true, count: count))
        #expect(ended.filter { $0.seconds > 3 }.isEmpty, "\(ended)")
    }
}
