import Testing

@MainActor
struct ConversionTests {
    @Test func `a USVString has replacement characters for lone surrogates`() {
        run(
            #"""
            same(toUSVString("a\ud800b\udc00"), "a\ufffdb\ufffd");
            same(toUSVString("\ud83d\udc9a"), "\ud83d\udc9a");
            same(toUSVString(null), "null");
            same(toUSVString({ toString: () => "x" }), "x");
            throws("TypeError", () => toUSVString(Symbol()));
            """#)
    }

    @Test func `a ByteString with a character above U+00FF is a TypeError`() {
        run(
            #"""
            same(toByteString("\u0000\u00ff"), "\u0000\u00ff");
            same(toByteString(1.5), "1.5");
            throws("TypeError", () => toByteString("\u0100"));
            throws("TypeError", () => toByteString(Symbol()));
            """#)
    }

    @Test func `an enumeration takes its own values only`() {
        run(
            """
            const values = { __proto__: null, classic: true, module: true };
            same(toEnum({ toString: () => "module" }, values), "module");
            throws("TypeError", () => toEnum("Module", values));
            throws("TypeError", () => toEnum("toString", values));
            throws("TypeError", () => toEnum("__proto__", values));
            throws("TypeError", () => toEnum(undefined, values));
            """)
    }

    @Test func `a dictionary is an object, or empty for undefined and null`() {
        run(
            """
            Object.prototype.scope = "hostile";
            same(toDictionary(undefined).scope, undefined);
            same(toDictionary(null).scope, undefined);
            const object = {}, callable = () => {};
            same(toDictionary(object), object);
            same(toDictionary(callable), callable);
            for (const value of [0, "", false, 1n, Symbol()]) throws("TypeError", () => toDictionary(value));
            """)
    }

    @Test func `a sequence of objects is read by its iterator`() {
        run(
            """
            const a = {}, b = () => {};
            same(toObjects([a, b])[1], b);
            same(toObjects(new Set([a])).length, 1);
            same(toObjects((function* () { yield a; yield b; })()).length, 2);
            same(toObjects({ length: 9, [Symbol.iterator]: () => [a].values() }).length, 1);
            """)
    }

    @Test(arguments: [
        "null", "undefined", "'text'", "1", "{}", "[1]", "[null]", "['x']", "{ [Symbol.iterator]: 1 }",
        "{ [Symbol.iterator]: () => null }",
        "{ [Symbol.iterator]: () => ({ next: 1 }) }", "{ [Symbol.iterator]: () => ({ next: () => 1 }) }",
    ])
    func `a value that is no sequence of objects is a TypeError`(_ value: String) {
        runShared("throws('TypeError', () => toObjects(\(value)));")
    }

    @Test func `the value of the last result of an iterator is not read`() {
        run(
            """
            const last = { done: true, get value() { throw new Error("read"); } };
            same(toObjects({ [Symbol.iterator]: () => ({ next: () => last }) }).length, 0);
            """)
    }

    @Test func `a sequence reads its iterator method and the next method once each`() {
        run(
            """
            const log = [];
            const iterator = { get next() { log.push("next"); return () => ({ done: log.push("call") > 4, value: {} }); } };
            toObjects({ get [Symbol.iterator]() { log.push("iterator"); return () => iterator; } });
            same(log.join(), "iterator,next,call,call,call");
            """)
    }

    @Test func `the second argument of postMessage is a list, or options with a list`() {
        run(
            """
            const port = {};
            same(transferOf(undefined).length, 0);
            same(transferOf(null).length, 0);
            same(transferOf({}).length, 0);
            same(transferOf({ transfer: undefined }).length, 0);
            same(transferOf([port])[0], port);
            same(transferOf({ transfer: [port] })[0], port);
            same(transferOf({ [Symbol.iterator]: null, transfer: [port] })[0], port);
            const list = [port];
            list.transfer = [];
            same(transferOf(list).length, 1);
            for (const value of ["*", 1, true, Symbol(), { transfer: null }, { transfer: 1 }, { [Symbol.iterator]: 1 }]) {
                throws("TypeError", () => transferOf(value));
            }
            """)
    }

    @Test func `conversions call no builtin that the page can replace`() {
        run(
            """
            const own = { [Symbol.iterator]: () => ({ next: () => ({ done: true }) }) };
            watchBuiltins();
            globalThis.Symbol = undefined;
            toUSVString("a");
            toByteString("a");
            toEnum("a", { __proto__: null, a: true });
            transferOf({ transfer: own });
            transferOf(own);
            same(builtinCalls.length ? builtinCalls[0] : "", "");
            """)
    }
}
