import Foundation
import Synchronization
import Testing

@testable import WebKit

@MainActor
struct CompletionHandlerTests {
    final class Delegate {}

    private static let subject = "Completion handler passed to -[WebKitTests.CompletionHandlerTests.Delegate decide:]"

    private func handler<Answer>(
        unanswered: Answer, _ receive: @escaping @MainActor (Answer) -> Void
    ) -> CompletionHandler<Answer> {
        CompletionHandler(Delegate(), "decide:", unanswered: unanswered, receive)
    }

    /// Calls on another thread, as a program in Swift 5 may.
    private func inBackground(_ call: @escaping @Sendable () -> Void) async {
        await withCheckedContinuation { continuation in
            DispatchQueue.global().async {
                call()
                continuation.resume()
            }
        }
    }

    @Test func `a call on the main thread is passed on at once`() {
        var answers: [Int] = []
        handler(unanswered: 0) { answers.append($0) }.closure()(7)
        #expect(answers == [7])
    }

    @Test func `a call on another thread is passed on to the main thread`() async {
        let (answers, answer) = AsyncStream.makeStream(of: String.self)
        let one: @MainActor (Int) -> Void = handler(unanswered: 0) {
            answer.yield("\($0) \(Thread.isMainThread)")
        }.closure()
        let two: @MainActor (String, Any?) -> Void = handler(unanswered: ("", nil as Any?)) {
            answer.yield("\($0.0) \($0.1 ?? "") \(Thread.isMainThread)")
        }.closure()
        let none: @MainActor () -> Void = handler(unanswered: ()) { answer.yield("\(Thread.isMainThread)") }.closure()
        let calls = (
            unsafeBitCast(one, to: (@Sendable (Int) -> Void).self),
            unsafeBitCast(two, to: (@Sendable (String, Any?) -> Void).self),
            unsafeBitCast(none, to: (@Sendable () -> Void).self)
        )
        await inBackground {
            calls.0(7)
            calls.1("text", [1])
            calls.2()
        }
        var received = answers.makeAsyncIterator()
        #expect(await received.next() == "7 true")
        #expect(await received.next() == "text [1] true")
        #expect(await received.next() == "true")
    }

    @Test func `a second call raises an exception with the method's name, and has no effect`() {
        var answers: [Int] = []
        let call: @MainActor (Int) -> Void = handler(unanswered: 0) { answers.append($0) }.closure()
        let misuse = WKException.recording {
            call(1)
            call(2)
        }
        #expect(answers == [1])
        #expect(misuse.map(\.name) == [.internalInconsistencyException])
        #expect(misuse.first?.reason == "\(Self.subject) was called more than once")
    }

    @Test func `a release without a call raises an exception, and counts as a refusal`() {
        var answers: [Bool] = []
        var question: CompletionHandler<Bool>? = handler(unanswered: false) { answers.append($0) }
        #expect(question != nil && answers.isEmpty)
        let misuse = WKException.recording { question = nil }
        #expect(answers == [false])
        #expect(misuse.map(\.reason) == ["\(Self.subject) was not called"])
    }

    @Test func `the reply handler of a message may be released without a call`() {
        var answers: [Bool] = []
        let misuse = WKException.recording {
            _ = CompletionHandler(calledTwice: "twice", unanswered: false) { answers.append($0) }
        }
        #expect(answers == [false] && misuse.isEmpty)
    }

    @Test func `a release on another thread refuses on the main thread`() async {
        let (answers, answer) = AsyncStream.makeStream(of: String.self)
        let kept = Mutex<CompletionHandler<Bool>?>(
            CompletionHandler(calledTwice: "twice", unanswered: false) { answer.yield("\($0) \(Thread.isMainThread)") })
        await withCheckedContinuation { continuation in
            DispatchQueue.global().async {
                kept.withLock { $0 = nil }
                continuation.resume()
            }
        }
        var received = answers.makeAsyncIterator()
        #expect(await received.next() == "false true")
    }
}
