import Foundation
import Testing

@testable import URLSchemeRouter

/// Handlers that wait.
@MainActor struct AsyncRouteTests {
    private let recorder = Recorder()

    private struct Note: Codable, Sendable {
        let id: Int
    }

    private struct Failure: LocalizedError {
        var errorDescription: String? { "Nothing there" }
    }

    private func fetch(_ id: Int) async throws -> Note {
        await Task.yield()
        guard id > 0 else { throw Failure() }
        return Note(id: id * 10)
    }

    @Test func `a handler with input and output opens the callback after it has waited`() async {
        recorder.router.route("/note/:id") { (input: Note) in try await fetch(input.id) }
        #expect(recorder.handle("notesapp:///note/7?x-success=other://done"))
        #expect(recorder.opened.isEmpty)
        await recorder.waitForOutcome()
        #expect(recorder.opened == ["other://done?id=70"])
    }

    @Test func `a handler with input and no output opens the plain callback`() async {
        var seen: Int?
        recorder.router.route("/note") { (input: Note) in seen = try await fetch(input.id).id }
        recorder.handle("notesapp:///note?id=2&x-success=other://done")
        await recorder.waitForOutcome()
        #expect(recorder.opened == ["other://done"])
        #expect(seen == 20)
    }

    @Test func `a handler without input opens the callback with its output`() async {
        recorder.router.route("/note") { try await fetch(3) }
        recorder.handle("notesapp:///note?x-success=other://done")
        await recorder.waitForOutcome()
        #expect(recorder.opened == ["other://done?id=30"])
    }

    @Test func `a handler without input and output opens the plain callback`() async {
        recorder.router.route("/wait") { await Task.yield() }
        recorder.handle("notesapp:///wait?x-success=other://done")
        await recorder.waitForOutcome()
        #expect(recorder.opened == ["other://done"])
    }

    @Test func `a handler of a request opens the callback with its output`() async {
        recorder.router.route("/echo") { (request: URLSchemeRouter.Request) in
            await Task.yield()
            return ["source": request.source]
        }
        recorder.handle("notesapp:///echo?x-source=Me&x-success=other://done")
        await recorder.waitForOutcome()
        #expect(recorder.opened == ["other://done?source=Me"])
    }

    @Test func `a handler of a request without output opens the plain callback`() async {
        var seen: String?
        recorder.router.route("/echo") { (request: URLSchemeRouter.Request) in
            await Task.yield()
            seen = request.path
        }
        recorder.handle("notesapp:///echo?x-success=other://done")
        await recorder.waitForOutcome()
        #expect(recorder.opened == ["other://done"])
        #expect(seen == "/echo")
    }

    @Test func `an error of a handler that waits opens x-error`() async {
        recorder.router.route("/note/:id") { (input: Note) in try await fetch(input.id) }
        recorder.handle("notesapp:///note/0?x-error=other://failed")
        await recorder.waitForOutcome()
        #expect(recorder.opened == ["other://failed?errorCode=0&errorMessage=Nothing%20there"])
    }

    @Test func `an input that cannot be decoded is passed to onError`() async {
        recorder.router.route("/note/:id") { (input: Note) in try await fetch(input.id) }
        recorder.handle("notesapp:///note/x")
        await recorder.waitForOutcome()
        #expect(recorder.messages == ["Value for parameter \"id\" has incorrect type."])
    }

    @Test func `a handler that throws a cancellation opens x-cancel`() async {
        recorder.router.route("/wait") {
            await Task.yield()
            throw CancellationError()
        }
        recorder.handle("notesapp:///wait?x-cancel=other://cancelled")
        await recorder.waitForOutcome()
        #expect(recorder.opened == ["other://cancelled"])
    }

    @Test func `a handler runs on the main actor after it has waited`() async {
        recorder.router.route("/actor") {
            await Task.yield()
            MainActor.assertIsolated()
        }
        await Task.detached { @MainActor [recorder] in _ = recorder.handle("notesapp:///actor?x-success=other://done") }
            .value
        await recorder.waitForOutcome()
        #expect(recorder.opened == ["other://done"])
    }

    @Test func `a handler that does not wait answers at once, beside one that waits`() {
        recorder.router.route("/wait") { await Task.yield() }
        recorder.router.route("/now") {}
        recorder.handle("notesapp:///now?x-success=other://done")
        #expect(recorder.opened == ["other://done"])
    }

    @Test func `a router that belongs to no actor runs a handler that waits`() async {
        let opened = await Self.roundTrip()
        #expect(opened == "other://done?id=50")
    }

    /// Nothing here is on the main actor but the handler and what reports its outcome.
    private nonisolated static func roundTrip() async -> String {
        await withCheckedContinuation { continuation in
            let router = URLSchemeRouter(scheme: "notesapp")
            router.openURL = { continuation.resume(returning: $0.absoluteString) }
            router.route("/note/:id") { (input: Note) async throws -> Note in
                await Task.yield()
                return Note(id: input.id * 10)
            }
            if let url = URL(string: "notesapp:///note/5?x-success=other://done") { router.handle(url) }
        }
    }
}
