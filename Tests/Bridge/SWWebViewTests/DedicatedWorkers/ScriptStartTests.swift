import Foundation
import Testing
import URLInterception

@testable import SWWebView

/// Tests for the start of a worker's script, and for the code that is inserted before it.
struct ScriptStartTests {
    /// A body that comes in pieces of a few bytes.
    static func body(_ bytes: some Sequence<UInt8>, piece: Int = 3) -> BodyStream {
        let (stream, pieces) = AsyncStream.makeStream(of: Data.self)
        var rest = Data(bytes)
        while !rest.isEmpty {
            pieces.yield(Data(rest.prefix(piece)))
            rest = Data(rest.dropFirst(piece))
        }
        pieces.finish()
        return BodyStream(next: {
            var iterator = stream.makeAsyncIterator()
            return await iterator.next()
        })
    }

    static func put(before text: String, isModule: Bool = false, address: String? = nil) async throws -> String {
        let body = body(text.utf8)
        let start = try await ScriptStart(of: body)
        let head = Data(start.head(runtime: "r", isModule: isModule, address: address).utf8)
        return String(decoding: try await start.rest(of: body, after: head).collect(upTo: 10000), as: UTF8.self)
    }

    static let runtime = "try{importScripts(\"r\")}catch{};"

    @Test(arguments: [
        "", "x", "postMessage(1)", "// 'use strict'\nx", "/* 'use strict' */ x", "/", "/* open", "'use strictly'",
    ])
    func `the runtime goes before a script that does not begin with use strict`(_ text: String) async throws {
        #expect(try await Self.put(before: text) == Self.runtime + text)
    }

    @Test(arguments: [
        "'use strict'", "\"use strict\";x", " \n// a comment\r\n/* another */\t'use strict'\nx", "\u{FEFF}'use strict'",
    ])
    func `a use strict directive goes before the runtime, too`(_ text: String) async throws {
        #expect(try await Self.put(before: text) == "\"use strict\";" + Self.runtime + text)
    }

    @Test func `the hashbang of a script becomes a line comment after the runtime`() async throws {
        #expect(try await Self.put(before: "#!x\n'use strict'") == "\"use strict\";\(Self.runtime)//#!x\n'use strict'")
    }

    @Test func `a module begins with an import of the runtime`() async throws {
        #expect(try await Self.put(before: "import 'x'", isModule: true) == "import \"r\";import 'x'")
        #expect(try await Self.put(before: "#!x\ny", isModule: true) == "import \"r\";//#!x\ny")
        #expect(
            try await Self.put(before: "import 'x'", isModule: true, address: "a\"b")
                == "import \"r\";import.meta.url=\"a\\\"b\";import 'x'")
    }

    @Test(arguments: [[0xFF, 0xFE, 0x78, 0, 0x79, 0], [0xFE, 0xFF, 0, 0x78, 0, 0x79]], [false, true])
    func `a script with a UTF-16 byte order mark is passed on as it is`(_ bytes: [UInt8], isModule: Bool) async throws {
        let url = try #require(URL(string: "sw://app.example/worker.js"))
        let headers = ["Content-Type": "text/javascript", "Content-Length": "6"]
        let script = try LoadedResource(url: url, status: 200, headers: headers, body: Self.body(bytes))
        let passedOn = try await DedicatedWorkerScript.withRuntime(
            script, at: url, id: "1", isModule: isModule, address: nil)
        #expect(try await passedOn.body.collect() == Data(bytes))
        #expect(passedOn.response.headerFields == headers)
        #expect(try await ScriptStart(of: Self.body(bytes)).isWide)
    }

    @Test(arguments: [
        (false, "{const load=importScripts;try{load(\"RUNTIME\")}catch{};load(\"m#x\")}", "#!x"),
        (true, "import \"RUNTIME\";import \"m#x\";", "import.meta.url=\"sw://app.example/b/worker.js?q#f\";//#!x"),
    ])
    func `a redirected script is loaded from its own address, after the runtime`(
        isModule: Bool, caller: String, script: String
    ) async throws {
        let asked = try #require(URL(string: "sw://app.example/a/redirect"))
        let final = try #require(URL(string: "sw://app.example/b/worker.js?q#f"))
        let headers = ["Content-Type": "text/javascript", "Content-Length": "3", "X-Own": "1"]
        let resource = try LoadedResource(
            url: asked, status: 200, headers: headers, body: Self.body(Array("#!x".utf8)))
        let loading = try DedicatedWorkerScript.loading(
            "m#x", in: resource, at: asked, id: "1", isModule: isModule)
        let text = caller.replacing("RUNTIME", with: "sw://app.example/___runtime___?document=1")
        #expect(try await loading.body.collect() == Data(text.utf8))
        #expect(loading.response.value(forHTTPHeaderField: "Content-Length") == String(text.utf8.count))
        #expect(loading.response.value(forHTTPHeaderField: "X-Own") == "1")
        let own = try await DedicatedWorkerScript.atOwnAddress(resource, final, isModule: isModule)
        #expect(try await own.body.collect() == Data(script.utf8))
        #expect(own.response.value(forHTTPHeaderField: "Content-Length") == String(script.utf8.count))
        #expect(own.response.url == final)
    }
}
