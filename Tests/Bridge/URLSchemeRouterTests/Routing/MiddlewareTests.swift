import Foundation
import Testing

@testable import URLSchemeRouter

/// Tests for the middleware, which runs between a URL and its handler.
@MainActor struct MiddlewareTests {
    private let recorder = Recorder()

    private struct Refused: LocalizedError {
        var errorDescription: String? { "Not from there" }
    }

    @Test func `middleware runs in order, before the handler`() {
        var seen: [String] = []
        recorder.router.use { request in seen.append("1 " + request.path) }
        recorder.router.use { request in seen.append("2 " + request.route) }
        recorder.router.route("/note/:id") { seen.append("handler") }
        recorder.handle("notesapp:///note/7")
        #expect(seen == ["1 /note/7", "2 /note/:id", "handler"])
    }

    @Test func `middleware that throws keeps the handler from running and opens x-error`() {
        recorder.router.use { request in
            guard request.source == "Friend" else { throw Refused() }
        }
        var calls = 0
        recorder.router.route("/x") { calls += 1 }
        recorder.handle("notesapp:///x?x-source=Foe&x-error=other://failed")
        #expect(recorder.opened == ["other://failed?errorCode=0&errorMessage=Not%20from%20there"])
        #expect(calls == 0)
        recorder.handle("notesapp:///x?x-source=Friend")
        #expect(calls == 1)
    }

    @Test func `middleware can change the query and the path parameters`() {
        struct Input: Decodable, Equatable {
            let id: Int
            let title: String
        }
        var seen: Input?
        recorder.router.use { request in
            request.queryItems.append(URLQueryItem(name: "title", value: "Tea"))
            request.pathParameters["id"] = "8"
        }
        recorder.router.route("/note/:id") { (input: Input) in seen = input }
        recorder.handle("notesapp:///note/7")
        #expect(seen == Input(id: 8, title: "Tea"))
    }

    @Test func `middleware is not asked about a URL without a route`() {
        recorder.router.use { _ in Issue.record("no route fits") }
        recorder.handle("notesapp:///nothing")
        #expect(recorder.errors.count == 1)
    }

    @Test func `middleware that waits runs around the handler, the first outermost`() async {
        var seen: [String] = []
        recorder.router.use { _ in seen.append("before") }
        recorder.router.use { request, next in
            seen.append("outer in")
            var request = request
            request.queryItems.append(URLQueryItem(name: "id", value: "7"))
            var response = try await next(request)
            seen.append("outer out")
            response.queryItems.append(URLQueryItem(name: "more", value: "1"))
            return response
        }
        recorder.router.use { request, next in
            await Task.yield()
            seen.append("inner in")
            defer { seen.append("inner out") }
            return try await next(request)
        }
        recorder.router.route("/x") { (input: [String: String]) in
            seen.append("handler")
            return ["id": input["id"]]
        }
        #expect(recorder.handle("notesapp:///x?x-success=other://done"))
        #expect(seen == ["before"])
        await recorder.waitForOutcome()
        #expect(seen == ["before", "outer in", "inner in", "handler", "inner out", "outer out"])
        #expect(recorder.opened == ["other://done?id=7&more=1"])
    }

    @Test func `middleware can answer instead of the handler`() async {
        recorder.router.use { _, _ in .init(queryItems: [URLQueryItem(name: "cached", value: "true")]) }
        recorder.router.route("/x") { Issue.record("the middleware answered") }
        recorder.handle("notesapp:///x?x-success=other://done")
        await recorder.waitForOutcome()
        #expect(recorder.opened == ["other://done?cached=true"])
    }

    @Test func `middleware can catch an error of the handler and throw another`() async {
        recorder.router.use { request, next in
            do { return try await next(request) } catch is Refused { throw CancellationError() }
        }
        recorder.router.route("/x") { throw Refused() }
        recorder.handle("notesapp:///x?x-cancel=other://cancelled&x-error=other://failed")
        await recorder.waitForOutcome()
        #expect(recorder.opened == ["other://cancelled"])
    }
}
