import Testing

/// Messages whose long bytes and strings lie beside the text.
@MainActor
struct BytesBesideTests {
    @Test func `short values stand in the text, and there are no bytes`() {
        run(
            """
            const { data, bytes } = messageOf(["x", new Uint8Array([1]).buffer]);
            same(data, '[[0],"array",["x",[1]],"buffer",["AQ=="]]');
            same(bytes, undefined);
            for (const value of ["x".repeat(4000), new ArrayBuffer(1024)]) same(messageOf(value).bytes, undefined);
            """)
    }

    @Test func `a long buffer lies beside the text without a copy`() {
        run(
            """
            const buffer = new Uint8Array(5000).fill(3).buffer;
            const { data, bytes } = messageOf(buffer);
            same(data, '[[0],"buffer",[[0,5000]]]');
            same(bytes, buffer);
            const value = send(buffer);
            same(value === buffer, false);
            same(value.byteLength, 5000);
            same(new Uint8Array(value).every((byte) => byte === 3), true);
            """)
    }

    @Test func `several long values come back, each with its own bytes`() {
        run(
            """
            const a = new Uint8Array(5000).fill(1), b = new Float64Array(9000).fill(0.5);
            const value = send({ a, b, text: "é".repeat(5000), again: a.buffer, short: "s", c: new Uint8Array([7]) });
            same(value.a.length, 5000);
            same(value.a.every((byte) => byte === 1), true);
            same(value.a.buffer, value.again);
            same(value.b.every((number) => number === 0.5), true);
            same(value.text, "é".repeat(5000));
            same(value.short, "s");
            same(value.c[0], 7);
            """)
    }

    @Test func `a resizable buffer lies beside the text and stays resizable`() {
        run(
            """
            const buffer = new ArrayBuffer(5000, { maxByteLength: 6000 });
            new Uint8Array(buffer)[4999] = 5;
            const { bytes } = messageOf(buffer);
            same(bytes.resizable, false);
            same(bytes.byteLength, 5000);
            const value = send(buffer);
            same(value.maxByteLength, 6000);
            same(new Uint8Array(value)[4999], 5);
            """)
    }

    @Test func `a long string with half a surrogate pair comes back`() {
        run(
            """
            for (const text of ["x".repeat(5000) + "\\ud800", "\\udc00".repeat(4097), "🦉".repeat(3000), "\\ufeff" + "x".repeat(5000)]) {
                same(send(text), text);
                same(send([text, text])[1], text);
            }
            """)
    }

    @Test func `a long text lies before the bytes`() {
        run(
            """
            const value = { list: Array.from({ length: 2000 }, (_, index) => ({ index })), bytes: new Uint8Array(5000).fill(9) };
            const { data } = messageOf(value);
            same(/^[0-9]+$/.test(data), true);
            const result = send(value);
            same(result.list[1999].index, 1999);
            same(result.bytes.length, 5000);
            same(result.bytes[4999], 9);
            """)
    }

    @Test func `errors keep long messages and stacks`() {
        run(
            """
            const error = new RangeError("m".repeat(5000));
            error.stack = "s".repeat(6000);
            const value = send(error);
            same(value.message, "m".repeat(5000));
            same(value.stack, "s".repeat(6000));
            """)
    }

    @Test(arguments: [
        "[[0,9]]", "[[-1,2]]", "[[0.5,2]]", "[[0,1.5]]", "[[7,2]]", "[[0,1e308]]", "[[1e308,1e308]]", #"[["0",2]]"#,
        "[[0]]",
        "[[]]", "[[null,2]]", "[[0,-1]]", "[[[0],2]]", "[0]", "[{}]", "[null]",
    ])
    func `a place that is not in the bytes is a DataCloneError`(_ body: String) {
        runShared(#"throws("DataCloneError", () => read('[[0],"buffer",\#(body)]', new Uint8Array(8)));"#)
        runShared(#"throws("DataCloneError", () => read('[[0],"buffer",\#(body)]'));"#)
    }

    @Test(arguments: [#"["text",0,9]"#, #"["text"]"#, #"["text",-1,2]"#, #"["text","0","1"]"#, #"["text",[0],1]"#])
    func `a string whose place is not in the bytes is a DataCloneError`(_ reference: String) {
        runShared(#"throws("DataCloneError", () => read('[\#(reference)]', new Uint8Array(8)));"#)
        runShared(#"throws("DataCloneError", () => read('[\#(reference)]'));"#)
    }

    @Test(arguments: ["9", "-1", "1.5", "1e308"])
    func `the size of a text that the bytes do not have is a DataCloneError`(_ size: String) {
        runShared("throws('DataCloneError', () => read('\(size)', new Uint8Array(8)));")
        runShared("throws('DataCloneError', () => read('\(size)'));")
    }

    @Test func `a text beside the text that is a number or no table throws`() {
        run(
            """
            for (const text of ["1", "{}", "null", "[]", "[0,1]"]) {
                throws("DataCloneError", () => read(String(text.length), Uint8Array.from(text, (character) => character.charCodeAt(0))));
            }
            let error;
            try { read("2", Uint8Array.of(0xff, 0xfe)); } catch (thrown) { error = thrown; }
            same(error instanceof Error, true);
            """)
    }

    @Test func `bytes are not read more often than they are there`() {
        run(
            """
            const many = Array(100).fill('"buffer",[[0,8]]').join();
            throws("DataCloneError", () => read(`[[0],${many}]`, new Uint8Array(8)));
            const texts = Array(100).fill('["text",0,8]').join();
            throws("DataCloneError", () => read(`[[0],"array",[${texts}]]`, new Uint8Array(8)));
            """)
    }

    @Test func `the host's bytes stay as they are when a script changes its buffer`() {
        run(
            """
            const bytes = new Uint8Array(8);
            const value = read('[[0],"buffer",[[0,8]]]', bytes);
            new Uint8Array(value).fill(1);
            same(bytes[0], 0);
            """)
    }

    @Test func `sending calls no builtin that the page can replace`() {
        run(
            """
            const values = [new ArrayBuffer(5000), [new Uint8Array(5000), new Uint8Array(6000)], new ArrayBuffer(5000, { maxByteLength: 6000 })];
            watchBuiltins();
            for (let index = 0; index < values.length; index++) {
                send(values[index]);
                same(`${index}: ${builtinCalls.length ? builtinCalls[0] : ""}`, `${index}: `);
            }
            """)
    }
}
