import Testing

@testable import WebViewTesting

@Suite struct SnapshotFileTests {
    @Test func `a file has Vitest's header, and its snapshots in natural order`() throws {
        let file = SnapshotFile(entries: ["a 10": "x", "a 9": "`${y}`\\", "B 1": "\nlines\n"])
        let text = """
            // Vitest Snapshot v1, https://vitest.dev/guide/snapshot.html

            exports[`B 1`] = `
            lines
            `;

            exports[`a 9`] = `\\`\\${y}\\`\\\\`;

            exports[`a 10`] = `x`;

            """
        #expect(file.text == text)
        #expect(try SnapshotFile(text: text) == file)
    }

    @Test func `Jest's files, other line ends and escapes are read`() throws {
        let text =
            "// Jest Snapshot v1, https://goo.gl/fbAQLP\r\n\r\nexports[`a 1`] = `\r\n\\x41\\u{1F600}\\n\\u0042\r\n`;\r\n"
        #expect(try SnapshotFile(text: text).entries == ["a 1": "\nA😀\nB\n"])
        #expect(try SnapshotFile(text: "").entries.isEmpty)
    }

    @Test(arguments: [
        ("alert(1)", 1), ("exports[`a`] = `x`;\nexports[`b`] = `y", 2), ("\n\nexports[`a`] = 1;", 3),
        ("exports[`\\u{110000}`]", 1),
        ("exports[`\\u{", 1), ("exports[`\\", 1),
    ])
    func `another text is unreadable, and the error has its line`(text: String, line: Int) {
        #expect { try SnapshotFile(text: text) } throws: { ($0 as? SnapshotFile.Unreadable)?.line == line }
    }

    @Test(arguments: [
        (["a 2", "a 10"], true), (["a 10", "a 2"], false), (["a", "a"], false), (["A", "a"], true),
        (["a-1", "a1"], true), (["a", "ab"], true),
        (["a 99999999999999999999999999", "a 1"], false),
    ])
    func `numbers in names count as numbers`(names: [String], precedes: Bool) {
        #expect(NaturalOrder.precedes(names[0], names[1]) == precedes)
    }

    @Test func `CI decides whether missing snapshots are written`() {
        #expect(SnapshotUpdate.usual(in: [:]) == .new)
        #expect(SnapshotUpdate.usual(in: ["CI": "false"]) == .new)
        #expect(SnapshotUpdate.usual(in: ["CI": "true"]) == .none)
        #expect(SnapshotUpdate.usual(in: ["CI": "1"]) == .none)
    }
}
