import Foundation
import Testing
import URLSchemeRouter

/// Ways in which apps write routes, each of which must go on meaning what it meant.
@MainActor struct SourceCompatibilityTests {
    private struct Input: Decodable { let id: Int }
    private struct Output: Codable, Equatable { var id = 1 }
    private struct Failure: Error {}

    private let recorder = Recorder()

    private func take(_ input: Input) throws {}
    private func give() throws -> Output { Output(id: 2) }
    private func convert(_ input: Input) throws -> Output { Output(id: input.id * 2) }
    private func nothing() {}
    private func wait(_ input: Input) async throws -> Output {
        await Task.yield()
        return Output(id: input.id * 3)
    }

    /// In an asynchronous function too, a handler that does not wait is one that answers at once.
    @Test func `handlers that do not wait answer at once, in every form`() async throws {
        let router = recorder.router
        router.route("/a") {}
        router.route("/b") { (_: Input) in }
        router.route("/c") { Output() }
        router.route("/d") { (input: Input) in Output(id: input.id) }
        router.route("/e") { (input: Input) -> Output in
            guard input.id > 0 else { throw Failure() }
            return Output(id: input.id)
        }
        router.route("/f") { return [Output()] }
        router.route("/g", take)
        router.route("/h", give)
        router.route("/i", convert)
        router.route("/j", nothing)
        router.route("/k") { input in try take(input) }
        router.route("/l") { input in try convert(input) }
        router.route("/m") { (input: [String: String]) in input["id"] }
        for path in "abcdefghijklm" { recorder.handle("notesapp:///\(path)?id=5&x-success=x://\(path)") }
        #expect(
            recorder.opened == [
                "x://a", "x://b", "x://c?id=1", "x://d?id=5", "x://e?id=5", "x://f?0.id=1", "x://g", "x://h?id=2",
                "x://i?id=10", "x://j", "x://k", "x://l?id=10", "x://m?=5",
            ])
        #expect(recorder.errors.isEmpty)
    }

    @Test func `handlers that only throw pass their errors to onError`() {
        recorder.router.route("/a") { throw Failure() }
        recorder.router.route("/b") { (_: Input) in throw Failure() }
        recorder.handle("notesapp:///a")
        recorder.handle("notesapp:///b?id=1")
        #expect(recorder.errors.count == 2)
        #expect(recorder.errors.allSatisfy { $0 is Failure })
    }

    @Test func `a function that waits is a handler that answers later`() async {
        recorder.router.route("/w", wait)
        recorder.handle("notesapp:///w?id=5&x-success=x://w")
        #expect(recorder.opened.isEmpty)
        await recorder.waitForOutcome()
        #expect(recorder.opened == ["x://w?id=15"])
    }

    @Test func `a router can be made with and without onError and strategies`() {
        var errors = 0
        let routers = [
            URLSchemeRouter(scheme: "notesapp"),
            URLSchemeRouter(scheme: "notesapp") { _ in errors += 1 },
            URLSchemeRouter(scheme: "notesapp", onError: nil),
            URLSchemeRouter(scheme: "notesapp", queryItemDecodingStrategies: .default),
            URLSchemeRouter(
                scheme: "notesapp", onError: { _ in errors += 1 },
                queryItemDecodingStrategies: .init(keyStrategy: .default)),
        ]
        for router in routers {
            router.route("/x") { throw Failure() }
            router.handle(URL(string: "notesapp:///x")!)
        }
        #expect(errors == 2)
    }

    // The example in the documentation of `URLSchemeRouter`.

    private struct Draft: Decodable {
        let title: String
        let tags: [String]?
        let due: Date?
    }
    private struct Note: Encodable {
        let id: Int
        let title: String
    }
    @MainActor private final class NoteStore {
        func create(_ draft: Draft) throws -> Note { Note(id: 7, title: draft.title) }
        func fetch(_ id: Int) async throws -> Note { Note(id: id, title: "Tea") }
    }

    @Test func `the example of the documentation answers with the created note`() async {
        let store = NoteStore()
        let router = recorder.router
        router.use { request in #expect(request.source == nil) }
        router.route("/search") {}
        router.route("/create") { (draft: Draft) in try store.create(draft) }
        router.route("/note/:id") { (reference: Input) in try await store.fetch(reference.id) }
        recorder.handle("notesapp://x-callback-url/create?title=Tea&tags=hot&tags=green&x-success=other%3A%2F%2Fdone")
        #expect(recorder.opened == ["other://done?id=7&title=Tea"])
    }
}
