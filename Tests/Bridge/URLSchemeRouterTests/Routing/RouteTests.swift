import Foundation
import Testing

@testable import URLSchemeRouter

/// Which URLs reach which handler.
struct RouteTests {
    private let recorder = Recorder()

    @Test(arguments: [
        "notesapp:///search", "notesapp://x-callback-url/search", "notesapp://any.host:80/search", "notesapp:/search",
        "notesapp:search", "NotesApp:///search", "notesapp:///search?q=1", "notesapp:///search#part",
        "notesapp:///sear%63h", "notesapp://user@host/search",
    ])
    func `host, query, fragment and letter case of the scheme do not change the route`(text: String) {
        var calls = 0
        recorder.router.route("/search") { calls += 1 }
        #expect(recorder.handle(text))
        #expect(calls == 1)
        #expect(recorder.errors.isEmpty)
    }

    @Test(arguments: [
        "notesapp:///Search", "notesapp:///search/", "notesapp:///search/x", "notesapp://search", "notesapp:///",
        "notesapp:///x/search", "notesapp:////search", "notesapp:///sear%2563h", "notesapp://",
    ])
    func `a URL with another path is an error with code 404`(text: String) {
        recorder.router.route("/search") { Issue.record("\(text) is not /search") }
        #expect(recorder.handle(text))
        #expect(recorder.errors.count == 1)
        #expect((recorder.errors.first as? URLSchemeRouter.RequestError)?.errorCode == 404)
    }

    @Test(arguments: [
        "other:///search", "https://notesapp/search", "notesapps:///search", "notes:///search", "/search",
    ])
    func `a URL of another scheme is not handled`(text: String) {
        recorder.router.route("/search") { Issue.record("\(text) has another scheme") }
        #expect(!recorder.handle(text))
        #expect(recorder.errors.isEmpty)
    }

    @Test func `a router whose scheme has capitals handles a URL in small letters`() {
        let recorder = Recorder(scheme: "NotesApp")
        #expect(recorder.router.scheme == "NotesApp")
        #expect(recorder.handle("notesapp:///x"))
    }

    @Test func `a pattern without a leading slash matches the path with it`() {
        var calls = 0
        recorder.router.route("search") { calls += 1 }
        recorder.handle("notesapp:///search")
        #expect(calls == 1)
    }

    @Test func `an empty path has the route of the root`() {
        var calls = 0
        recorder.router.route("/") { calls += 1 }
        recorder.handle("notesapp://x-callback-url")
        recorder.handle("notesapp://x-callback-url/")
        #expect(calls == 2)
    }

    @Test func `a path of any letter case matches if the path case is insensitive`() {
        struct Input: Decodable { let id: String }
        var seen: [String] = []
        recorder.router.pathCase = .insensitive
        recorder.router.route("/Note/:id") { (input: Input) in seen.append(input.id) }
        recorder.handle("notesapp:///nOTE/AbC")
        #expect(seen == ["AbC"])
    }

    @Test func `path parameters are decoded and win over the query`() {
        struct Input: Decodable {
            let id: Int
            let part: String
            let page: Int?
        }
        var seen: Input?
        recorder.router.route("/note/:id/part/:part") { (input: Input) in seen = input }
        recorder.handle("notesapp:///note/7/part/a%2Fb%20%C3%BC?page=2&id=8&id.x=9&part=no")
        #expect(seen?.id == 7)
        #expect(seen?.part == "a/b ü")
        #expect(seen?.page == 2)
        recorder.handle("notesapp:///note/seven/part/x")
        #expect(recorder.messages == ["Value for parameter \"id\" has incorrect type."])
        recorder.handle("notesapp:///note//part/x")
        #expect(recorder.messages.last == "There is no action /note//part/x.")
    }

    @Test func `a path parameter wins over the query, whatever the key strategy makes of its name`() {
        struct Input: Decodable { let noteID: Int }
        let recorder = Recorder(strategies: DecodingStrategies(keyStrategy: .convertFromSnakeCase))
        var seen: [Int] = []
        recorder.router.route("/a/:noteID") { (input: Input) in seen.append(input.noteID) }
        recorder.router.route("/b/:note_id") { (input: Input) in seen.append(input.noteID) }
        recorder.handle("notesapp:///a/7?note_id=8&noteID=9")
        recorder.handle("notesapp:///b/7?note_id=8&noteID=9")
        #expect(seen == [7, 7])
    }

    @Test func `a literal segment wins over a parameter`() {
        var seen: [String] = []
        recorder.router.route("/:kind/new") { seen.append("kind") }
        recorder.router.route("/note/:id") { seen.append("id") }
        recorder.router.route("/note/new") { seen.append("new") }
        for path in ["note/new", "note/7", "tag/new"] { recorder.handle("notesapp:///" + path) }
        #expect(seen == ["new", "id", "kind"])
        recorder.handle("notesapp:///note/:id")
        #expect(seen.last == "id")
    }

    @Test func `the handlers of equal routes all run and all open the callback`() {
        var seen: [Int] = []
        recorder.router.route("/x") { seen.append(1) }
        recorder.router.route("/x") { seen.append(2) }
        recorder.handle("notesapp:///x?x-success=other://done")
        #expect(seen == [1, 2])
        #expect(recorder.opened == ["other://done", "other://done"])
    }

    @Test func `a request has the URL, route, path, parameters, query and source`() throws {
        var seen: URLSchemeRouter.Request?
        recorder.router.route("/note/:id") { (request: URLSchemeRouter.Request) in seen = request }
        recorder.handle("notesapp://x-callback-url/note/a%20b?q=1%2B1&flag&x-source=Other%20app")
        let request = try #require(seen)
        #expect(request.url.absoluteString.hasPrefix("notesapp://x-callback-url/note/a%20b?"))
        #expect(request.route == "/note/:id")
        #expect(request.path == "/note/a b")
        #expect(request.pathParameters == ["id": "a b"])
        #expect(
            request.queryItems == [
                URLQueryItem(name: "q", value: "1+1"), URLQueryItem(name: "flag", value: nil),
                URLQueryItem(name: "x-source", value: "Other app"),
            ])
        #expect(request.source == "Other app")
    }

    @Test func `the output of a request handler is added to the callback`() {
        recorder.router.route("/echo") { (request: URLSchemeRouter.Request) in ["path": request.path] }
        recorder.handle("notesapp:///echo?x-success=other://done")
        #expect(recorder.opened == ["other://done?path=/echo"])
    }

    @Test func `a handler can add a route and handle a URL`() {
        let router = recorder.router
        var seen: [String] = []
        router.route("/first") {
            seen.append("first")
            router.route("/second") { seen.append("second") }
            router.handle(URL(string: "notesapp:///second")!)
        }
        recorder.handle("notesapp:///first")
        #expect(seen == ["first", "second"])
    }
}
