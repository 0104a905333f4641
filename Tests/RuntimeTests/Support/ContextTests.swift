import Testing

@MainActor
struct ContextTests {
    @Test("A script's error is thrown with its line")
    func errors() throws {
        let context = try RuntimeContext()
        let error = try #require(throws: ScriptError.self) { try context.run("\nsame(1, 2);", line: 40) }
        #expect(error.description.hasPrefix("Error: 1 is not 2"))
        #expect(error.description.contains("@test:42"))
    }

    @Test("A script that waits for ever fails")
    func endless() throws {
        let context = try RuntimeContext()
        #expect(throws: ScriptError.self) { try context.run("await new Promise(() => {});", line: 1) }
    }

    @Test("A replaced builtin that is called is noted by name")
    func watch() {
        run(
            """
            watchBuiltins();
            [1].forEach(() => {});
            same(builtinCalls[0], "Array.prototype.forEach");
            """)
    }
}
