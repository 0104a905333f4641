import Testing

@testable import Reports

@Suite struct TAPLineTests {
    @Test(arguments: [
        ("TAP version 13", TAPLine.version(13)), ("1..4", .plan(TAPPlan(count: 4))),
        ("1..0 # SKIP no network", .plan(TAPPlan(count: 0, skipReason: "no network"))),
        ("1..0 # skipped: none", .plan(TAPPlan(count: 0, skipReason: "none"))),
        ("Bail out! no database", .bailOut(reason: "no database")), ("# a note", .comment("a note")),
        ("pragma +strict", .pragma), ("okay", .other), ("ok, loaded", .other), ("2..3", .other), ("1..x", .other),
        ("1..3 apples", .other), ("not okay", .other), ("1..99999999999999999999", .other), ("", .other),
    ])
    func `each kind of TAP line is recognized, and other text is none`(text: String, line: TAPLine) {
        #expect(TAPLine(text[...]) == line)
    }

    @Test(arguments: [
        ("ok", true, nil, ""), ("not ok", false, nil, ""), ("ok 12", true, 12, ""), ("ok 1 - adds", true, 1, "adds"),
        ("not ok 2 adds", false, 2, "adds"), ("ok - adds", true, nil, "adds"), ("ok 3 - a \\# b", true, 3, "a # b"),
        ("ok 4 - issue #12 is fixed", true, 4, "issue #12 is fixed"), ("ok 5 - C:\\\\x \\n", true, 5, "C:\\x \\n"),
        ("ok 6 - 100", true, 6, "100"), ("ok 3d models", true, nil, "3d models"),
    ])
    func `a test line has a number and a description`(
        text: String, isOK: Bool, number: Int?, description: String
    ) throws {
        let point = try #require(TAPPoint(text[...]))
        #expect(point.isOK == isOK)
        #expect(point.number == number)
        #expect(point.description == description)
        #expect(point.directive == nil)
    }

    @Test(arguments: [
        ("ok 1 - a # SKIP no GPU", TAPPoint.Directive.skip(reason: "no GPU")), ("ok 1 # skip", .skip(reason: "")),
        ("not ok 1 - a # TODO later", .todo(reason: "later")), ("ok 1 - a # Skipped: old", .skip(reason: "old")),
    ])
    func `a directive has a reason`(text: String, directive: TAPPoint.Directive) {
        #expect(TAPPoint(text[...])?.directive == directive)
    }

    @Test func `node-tap's time is a duration`() {
        #expect(TAPPoint("ok 1 - a # time=12.5ms")?.duration == 0.0125)
    }

    @Test func `a diagnostic block is read as test libraries write it`() {
        let block = """
                operator: equal
                actual  : 'it''s'
                expected: "a\\n\\u00e9\\"b"
                at: Test.<anonymous> (/a/b.js:3:5)
                stack: |-
                  Error: no
                    at x

                  end
                nested:
                  a: 1
                  b: 2
            """
        let diagnostic = TAPDiagnostic(lines: block.split(separator: "\n", omittingEmptySubsequences: false))
        #expect(diagnostic.text("actual") == "it's")
        #expect(diagnostic.text("expected") == "a\né\"b")
        #expect(diagnostic.text("stack") == "Error: no\n  at x\n\nend")
        #expect(diagnostic.text("nested") == "a: 1\nb: 2")
        #expect(diagnostic.text("missing", "operator") == "equal")
    }
}
