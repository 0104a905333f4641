import ChildProcesses
import Foundation
import ServiceWorkers
import Testing

@testable import SWWebView

struct RuntimeSourceMapTests {
    @Test func `each line of a script leads to the line of its part`() throws {
        var map = RuntimeSourceMap()
        map.add("head\n")
        let parts = [RuntimePart(path: "a.js", lines: 3), RuntimePart(path: "b.js", lines: 1)]
        map.add(RuntimeText("one\n\nthree\nfour", parts: parts))
        map.add(" end\n")
        map.add(RuntimeText("five", parts: [RuntimePart(path: "c.js", lines: 1)]))
        let prefix = "//# sourceMappingURL=data:application/json;base64,"
        #expect(map.comment.hasPrefix(prefix))
        let json = try #require(Data(base64Encoded: String(map.comment.dropFirst(prefix.count))))
        let object = try #require(try JSONSerialization.jsonObject(with: json) as? [String: Any])
        #expect(object["version"] as? Int == 3)
        #expect(object["sources"] as? [String] == ["swwebview:///a.js", "swwebview:///b.js", "swwebview:///c.js"])
        #expect(object["sourcesContent"] as? [String] == ["one\n\nthree", "four", "five"])
        #expect(object["mappings"] as? String == ";AAAA;AACA;AACA;ACFA;ACAA")
    }

    @Test func `the parts of a script take all its lines, and are ASCII`() {
        for script in [RuntimeScripts.window, RuntimeScripts.dedicated, RuntimeScripts.dedicatedStart] {
            #expect(script.parts.reduce(0) { $0 + $1.lines } == script.text.utf8.count { $0 == 0x0A } + 1)
            // The Web Inspector reads the map's Base64 as Latin-1.
            let isASCII = script.text.utf8.allSatisfy { $0 < 0x80 }
            #expect(isASCII)
        }
    }

    @Test func `a traced script calls hop with the path of each part, on the lines of its hops`() {
        let parts = [
            RuntimePart(path: "a.js", lines: 3, hops: [1]), RuntimePart(path: "b.js", lines: 2, hops: [0]),
        ]
        #expect(
            RuntimeText("one\n\nthree\n\nfive", parts: parts, isTraced: true).text
                == "one\nhop(\"a.js\");\nthree\nhop(\"b.js\");\nfive")
        #expect(RuntimeText("one\n\nthree\n\nfive", parts: parts).text == "one\n\nthree\n\nfive")
    }

    @Test @MainActor func `only a script for the Web Inspector has a source map`() {
        var script = RuntimeScript(schemes: [], isOnline: true)
        let source = script.userScript.source
        #expect(!source.contains("sourceMappingURL"))
        script.hasSourceMap = true
        #expect(script.userScript.source.hasPrefix(source + "\n//# sourceMappingURL="))
    }

    @MainActor private static func scripts() throws -> [String: String] {
        let url = try #require(URL(string: "sw://app.example/worker.js"))
        let worker = ServiceWorkerSnapshot(
            id: ServiceWorkerID(rawValue: "1"), scriptURL: url, type: .classic, state: .parsed)
        return [
            "window": RuntimeScript(schemes: [], isOnline: true).userScript.source,
            "dedicated": String(
                decoding: DedicatedWorkerScript.runtime(
                    id: "id", isModule: false, isShared: false, isIsolated: false, after: "", hasSourceMap: true),
                as: UTF8.self),
            "serviceworker": String(
                decoding: WorkerScript.prelude(run: 1, worker: worker, marker: "mark", facts: "{}"), as: UTF8.self),
        ]
    }

    @Test(arguments: [
        ("window", "shared/webidl.js", "const nativeTexts = new PrivateWeakMap();"),
        ("dedicated", "shared/webidl.js", "const nativeTexts = new PrivateWeakMap();"),
        ("dedicated", "dedicated/start.js", "let isLate = false;"),
        ("serviceworker", "serviceworker/start.js", "exposeFunctionText();"),
    ])
    @MainActor func `the command runtime-line finds the part of a line`(
        realm: String, path: String, line: String
    ) async throws {
        let root = URL(filePath: #filePath).appending(path: "../../../../..").standardized
        let part = try String(
            contentsOf: root.appending(path: "Sources/Bridge/SWWebView/Runtime/\(path)"), encoding: .utf8)
        let expected = try #require(Self.number(of: line, in: part))
        let script = try #require(try Self.scripts()[realm])
        let number = try #require(Self.number(of: line, in: script))
        let command = root.appending(path: "Scripts/runtime-line").path
        let process = try Program(path: command, arguments: [realm, String(number)], output: .pipe).start()
        let output = try process.output?.readToEnd() ?? Data()
        #expect(await process.ended() == 0)
        #expect(String(decoding: output, as: UTF8.self) == "\(path):\(expected)\n")
    }

    /// Returns the number of a line in a text, from 1.
    private static func number(of line: String, in text: String) -> Int? {
        text.split(separator: "\n", omittingEmptySubsequences: false).firstIndex { $0 == line }.map { $0 + 1 }
    }
}
