import Testing

/// Rules for header values that the runtime applies itself. WebKit's Headers applies the others, and the page suites test them.
@MainActor
struct HeaderRuleTests {
    @Test(arguments: [
        "*", " * ", "\\t*", "accept, *", "*,accept", "accept,*,cookie", "accept ,\\t* ,cookie", ",*", "*,",
    ])
    func `a Vary header with a star among its names includes a star`(_ value: String) {
        runShared("same(includesStar('\(value)'), true);")
    }

    @Test(arguments: [
        "", ",", "accept", "accept*", "*accept", "**", "x-*", "accept, co*kie", "[*]",
    ])
    func `a Vary header without a name that is only a star includes none`(_ value: String) {
        runShared("same(includesStar('\(value)'), false);")
    }

    /// A Response that takes what the Fetch standard lets it take.
    private static let response = """
        const NativeResponse = class Response {
            constructor(body, { status }) {
                if (status < 200 || status > 599) throw new RangeError(`${status}`);
                if (body !== null && [204, 205, 304].includes(status)) throw new TypeError(`${status} with a body`);
                this.body = body;
            }
        };
        const responseGetters = { headers: () => ({}) }, addStored = () => {};
        """

    @Test func `a response is made without a body for the null body statuses 101, 103, 204, 205 and 304 only`() {
        run(
            """
            for (let status = 100; status < 700; status++) {
                const { body } = constructedResponse({ status, statusText: "", headers: { fields: [] } }, "body", undefined);
                const isNull = [101, 103, 204, 205, 304].includes(status);
                if (body !== (isNull ? null : "body")) throw new Error(`The body of a ${status} is ${body}`);
            }
            """, after: Self.response)
    }

    @Test func `the name of a form field is escaped so that it cannot end its header`() {
        run(
            #"""
            same(escapeName("plain é"), "plain é");
            same(escapeName('a"; filename="b'), "a%22; filename=%22b");
            same(escapeName("a\r\nX: y\rb\nc"), "a%0D%0AX: y%0Db%0Ac");
            same(escapeName("100%22\\"), "100%22\\");
            """#)
    }

    @Test func `line breaks in the text of a form become CRLF`() {
        run(
            #"""
            same(normalLines("a\nb\rc\r\nd"), "a\r\nb\r\nc\r\nd");
            same(normalLines("\r\r\n\n"), "\r\n\r\n\r\n");
            same(normalLines(""), "");
            same(normalLines("end\r"), "end\r\n");
            same(normalLines("a\u2028\u0085b"), "a\u2028\u0085b");
            """#)
    }

    @Test func `header rules call no builtin that the page can replace`() {
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
