import Testing

/// Rules for header values that the runtime applies itself. WebKit's Headers applies the others, and the page suites test them.
@MainActor
struct HeaderRuleTests {
    @Test(
        "A Vary header with a star among its names is one with a star",
        arguments: [
            "*", " * ", "\\t*", "accept, *", "*,accept", "accept,*,cookie", "accept ,\\t* ,cookie", ",*", "*,",
        ])
    func star(_ value: String) {
        runShared("same(includesStar('\(value)'), true);")
    }

    @Test(
        "A Vary header with a star inside a name is none with a star",
        arguments: [
            "", ",", "accept", "accept*", "*accept", "**", "x-*", "accept, co*kie", "[*]",
        ])
    func noStar(_ value: String) {
        runShared("same(includesStar('\(value)'), false);")
    }

    @Test("Responses with a status of the null body statuses, and no others, have no body")
    func nullBodies() {
        run("same(Object.keys(nullBodyStatuses).join(), '101,103,204,205,304');")
    }

    @Test("The name of a form's field cannot end its header")
    func fieldNames() {
        run(
            #"""
            same(escapeName("plain é"), "plain é");
            same(escapeName('a"; filename="b'), "a%22; filename=%22b");
            same(escapeName("a\r\nX: y\rb\nc"), "a%0D%0AX: y%0Db%0Ac");
            same(escapeName("100%22\\"), "100%22\\");
            """#)
    }

    @Test("Line breaks of a form's text become CRLF")
    func lineBreaks() {
        run(
            #"""
            same(normalLines("a\nb\rc\r\nd"), "a\r\nb\r\nc\r\nd");
            same(normalLines("\r\r\n\n"), "\r\n\r\n\r\n");
            same(normalLines(""), "");
            same(normalLines("end\r"), "end\r\n");
            same(normalLines("a\u2028\u0085b"), "a\u2028\u0085b");
            """#)
    }

    @Test("Header rules call no builtin that the page can replace")
    func builtins() {
        run(
            #"""
            watchBuiltins();
            includesStar("accept, *");
            escapeName('a"b');
            normalLines("a\nb");
            same(builtinCalls.length ? builtinCalls[0] : "", "");
            """#)
    }
}
