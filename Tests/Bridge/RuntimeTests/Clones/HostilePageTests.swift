import Testing

/// Pages that replace the language's builtins after the runtime took its copies.
@MainActor
struct HostilePageTests {
    @Test func `copying calls no builtin that the page can replace`() {
        run(
            """
            const values = [
                [undefined, -0, 1n, "text"], { a: 1, b: [2] }, [, 1], new Map([[1, {}]]), new Set([1]), new Date(1), /a/dgimsuy, /a/v,
                Object("a"), Object(1n), new RangeError("a", { cause: 1 }), new Uint8Array([1, 2]), new DataView(new ArrayBuffer(4), 1),
                new ArrayBuffer(2, { maxByteLength: 4 }), new Uint8Array(new ArrayBuffer(2, { maxByteLength: 2 })),
            ];
            watchBuiltins();
            for (let index = 0; index < values.length; index++) {
                copy(values[index]);
                same(`${index}: ${builtinCalls.length ? builtinCalls[0] : ""}`, `${index}: `);
            }
            """)
    }

    @Test func `a toJSON that the page adds to every object changes no text`() {
        run(
            """
            const value = { a: ["x", { b: 1n }], "\\"": new Date(5), "": /x/ };
            const text = write(value, []).text();
            Object.prototype.toJSON = Array.prototype.toJSON = String.prototype.toJSON = () => "hostile";
            same(write(value, []).text(), text);
            same(stringify({ a: [1, undefined, "x", null], b: undefined, c() {} }), '{"a":[1,null,"x",null]}');
            same(stringify("x"), '"x"');
            """)
    }

    @Test func `members that the page adds to every object are not taken for those of an object`() {
        run(
            """
            const keys = ["a", "get", "value", "cause", "message", "length", "writable"];
            let calls = 0;
            const accessors = { __proto__: null, get() { calls++; return 1; }, set() { calls++; }, configurable: true };
            for (const key of keys) Object.defineProperty(Object.prototype, key, accessors);
            const value = copy([{ a: [5, 6] }, new Map([[1, 2]]), new Error(), [, 7]]);
            for (const key of keys) delete Object.prototype[key];
            same(calls, 0);
            same(value[0].a[1], 6);
            same(value[1].get(1), 2);
            same(Object.hasOwn(value[2], "message"), false);
            same(Object.hasOwn(value[2], "cause"), false);
            same(value[3][1], 7);
            """)
    }
}
