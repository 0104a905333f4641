import Testing

@MainActor
struct ConversionTests {
    @Test("A USVString has replacement characters for lone surrogates")
    func scalarText() {
        run(
            #"""
            same(toUSVString("a\ud800b\udc00"), "a\ufffdb\ufffd");
            same(toUSVString("\ud83d\udc9a"), "\ud83d\udc9a");
            same(toUSVString(null), "null");
            same(toUSVString({ toString: () => "x" }), "x");
            throws("TypeError", () => toUSVString(Symbol()));
            """#)
    }

    @Test("A ByteString has no character above U+00FF")
    func byteText() {
        run(
            #"""
            same(toByteString("\u0000\u00ff"), "\u0000\u00ff");
            same(toByteString(1.5), "1.5");
            throws("TypeError", () => toByteString("\u0100"));
            throws("TypeError", () => toByteString(Symbol()));
            """#)
    }

    @Test("An enumeration takes its own values only")
    func enumerations() {
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

    @Test("A dictionary is an object, or empty for undefined and null")
    func dictionaries() {
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

    @Test("A sequence of objects is read by its iterator")
    func sequences() {
        run(
            """
            const a = {}, b = () => {};
            same(toObjects([a, b])[1], b);
            same(toObjects(new Set([a])).length, 1);
            same(toObjects((function* () { yield a; yield b; })()).length, 2);
            same(toObjects({ length: 9, [Symbol.iterator]: () => [a].values() }).length, 1);
            """)
    }

    @Test(
        "A value that is no sequence of objects is a TypeError",
        arguments: [
            "null", "undefined", "'text'", "1", "{}", "[1]", "[null]", "['x']", "{ [Symbol.iterator]: 1 }",
            "{ [Symbol.iterator]: () => null }",
            "{ [Symbol.iterator]: () => ({ next: 1 }) }", "{ [Symbol.iterator]: () => ({ next: () => 1 }) }",
        ])
    func noSequences(_ value: String) {
        runShared("throws('TypeError', () => toObjects(\(value)));")
    }

    @Test("The value of an iterator's last result is not read")
    func lastResult() {
        run(
            """
            const last = { done: true, get value() { throw new Error("read"); } };
            same(toObjects({ [Symbol.iterator]: () => ({ next: () => last }) }).length, 0);
            """)
    }

    @Test("The method of the iterator is read once, and so is next")
    func readOnce() {
        run(
            """
            const log = [];
            const iterator = { get next() { log.push("next"); return () => ({ done: log.push("call") > 4, value: {} }); } };
            toObjects({ get [Symbol.iterator]() { log.push("iterator"); return () => iterator; } });
            same(log.join(), "iterator,next,call,call,call");
            """)
    }

    @Test("The second argument of postMessage is a list, or options with a list")
    func transfers() {
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

    @Test("Conversions call no builtin that the page can replace but the iterator of its own value")
    func builtins() {
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
