import Testing

@testable import WebViewTesting

@Suite struct InlineSnapshotsTests {
    /// The change of a call at a column of the first line.
    private func change(
        _ text: String, column: Int = 1, method: String = "toMatchInlineSnapshot"
    ) -> InlineSnapshots.Change {
        InlineSnapshots.Change(line: 1, column: column, method: method, text: text)
    }

    @Test(arguments: [
        ("expect(1).toMatchInlineSnapshot()", "expect(1).toMatchInlineSnapshot(`1`)"),
        ("expect(1).toMatchInlineSnapshot(  )", "expect(1).toMatchInlineSnapshot(  `1`)"),
        ("expect(f(`)`, [/[)]/])).toMatchInlineSnapshot();", "expect(f(`)`, [/[)]/])).toMatchInlineSnapshot(`1`);"),
        (
            "expect(1).toMatchInlineSnapshot({ a: expect.any(Number) })",
            "expect(1).toMatchInlineSnapshot({ a: expect.any(Number) }, `1`)"
        ),
        ("expect(1).toMatchInlineSnapshot({ a: 1 },)", "expect(1).toMatchInlineSnapshot({ a: 1 }, `1`,)"),
    ])
    func `a call without a snapshot gets one`(before: String, after: String) throws {
        #expect(try InlineSnapshots.script(before, with: [change("1")], replaces: false) == after)
    }

    @Test(arguments: [
        ("a.toMatchInlineSnapshot(`x${1}`, 'hint')", "a.toMatchInlineSnapshot(`1`, 'hint')"),
        ("a.toMatchInlineSnapshot('x')", "a.toMatchInlineSnapshot(`1`)"),
        ("a.toMatchInlineSnapshot({ a: `,` }, \"x\")", "a.toMatchInlineSnapshot({ a: `,` }, `1`)"),
    ])
    func `a snapshot is replaced where that is wanted`(before: String, after: String) throws {
        #expect(try InlineSnapshots.script(before, with: [change("1")], replaces: true) == after)
        #expect(throws: InlineSnapshots.Missing.self) {
            try InlineSnapshots.script(before, with: [change("1")], replaces: false)
        }
    }

    @Test func `lines are indented as the call's, and signs of templates are escaped`() throws {
        let written = try InlineSnapshots.script(
            "test(() => {\n\texpect(1).toMatchInlineSnapshot();\n});",
            with: [.init(line: 2, column: 12, method: "toMatchInlineSnapshot", text: "\n{\n  `${\\\n\n}\n")],
            replaces: false)
        #expect(
            written
                == "test(() => {\n\texpect(1).toMatchInlineSnapshot(`\n\t\t{\n\t\t  \\`\\${\\\\\n\n\t\t}\n\t`);\n});")
    }

    @Test func `positions at the begin and at the end of the name find the call among others`() throws {
        let script =
            "/* 😀é */ a.toMatchInlineSnapshot(); b.toMatchInlineSnapshot(); c.toThrowErrorMatchingInlineSnapshot();"
        let end = script.utf16.count(where: { _ in true })
        let second = script.utf16.distance(
            from: script.startIndex, to: script.range(of: "b.toMatch")?.upperBound ?? script.endIndex)
        for column in [second - 6, second + "InlineSnapshot".count + 1] {
            let written = try InlineSnapshots.script(script, with: [change("2", column: column)], replaces: false)
            #expect(
                written.contains("b.toMatchInlineSnapshot(`2`); c.to") && written.contains("a.toMatchInlineSnapshot();")
            )
        }
        #expect(throws: InlineSnapshots.Missing.self) {
            try InlineSnapshots.script(script, with: [change("2", column: end)], replaces: false)
        }
        #expect(throws: InlineSnapshots.Missing.self) {
            try InlineSnapshots.script(
                script, with: [.init(line: 9, column: 1, method: "x", text: "")], replaces: false)
        }
    }
}
