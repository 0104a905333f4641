import Foundation
import Testing
import URLInterception

@testable import SWWebView

/// Tests for the start of a worker's script, and for the code that is inserted before it.
struct ScriptStartTests {
    /// A body that comes in pieces of a few bytes.
    static func body(_ text: String, piece: Int = 3) -> BodyStream {
        let (stream, pieces) = AsyncStream.makeStream(of: Data.self)
        var rest = Data(text.utf8)
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

    static func put(before text: String, isModule: Bool = false) async throws -> String {
        let body = body(text)
        let start = try await ScriptStart(of: body)
        let head = Data(start.head(runtime: "r", isModule: isModule).utf8)
        return String(decoding: try await start.rest(of: body, after: head).collect(upTo: 10000), as: UTF8.self)
    }

    static let runtime = "try{importScripts(\"r\")}catch{};"

    @Test(arguments: [
        "", "x", "postMessage(1)", "// 'use strict'\nx", "/* 'use strict' */ x", "/", "/* open", "'use strictly'",
    ])
    func whatBeginsOtherwiseIsAsItIs(_ text: String) async throws {
        #expect(try await Self.put(before: text) == Self.runtime + text)
    }

    @Test(arguments: [
        "'use strict'", "\"use strict\";x", " \n// a comment\r\n/* another */\t'use strict'\nx", "\u{FEFF}'use strict'",
    ])
    func theDirectiveStaysFirst(_ text: String) async throws {
        #expect(try await Self.put(before: text) == "\"use strict\";" + Self.runtime + text)
    }

    @Test func whatFollowsAHashbangIsAComment() async throws {
        #expect(try await Self.put(before: "#!x\n'use strict'") == "\"use strict\";\(Self.runtime)//#!x\n'use strict'")
    }

    @Test func modulesImportTheRuntime() async throws {
        #expect(try await Self.put(before: "import 'x'", isModule: true) == "import \"r\";import 'x'")
    }

    @Test func utf16IsLeftAlone() async throws {
        let body = BodyStream(Data([0xFF, 0xFE, 0x78, 0]))
        #expect(try await ScriptStart(of: body).isWide)
    }
}
