import Testing

@MainActor
struct ContextTests {
    @Test func `the error of a script is thrown with its line`() throws {
        let context = try RuntimeContext()
        let error = try #require(throws: ScriptError.self) { try context.run("\nsame(1, 2);", line: 40) }
        #expect(error.description.hasPrefix("Error: 1 is not 2"))
        #expect(error.description.contains("@test:42"))
    }

    @Test func `a script that waits for ever fails`() throws {
        let context = try RuntimeContext()
        #expect(throws: ScriptError.self) { try context.run("await new Promise(() => {});", line: 1) }
    }

    @Test func `a replaced builtin that is called is noted by name`() {
        run(
            """
            watchBuiltins();
            [1].forEach(() => {});
            same(builtinCalls[0], "Array.prototype.forEach");
            """)
    }
}
