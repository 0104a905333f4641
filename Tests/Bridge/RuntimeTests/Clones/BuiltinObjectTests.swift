import Testing

@MainActor
struct BuiltinObjectTests {
    @Test func `a Map and a Set keep their order and the types of their keys`() {
        run(
            """
            const map = copy(new Map([["b", 1], [1, "one"], [NaN, undefined], [null, new Map()]]));
            same([...map.keys()].map(String).join(), "b,1,NaN,null");
            same(map.get(1), "one");
            same(map.has(NaN), true);
            same(map.get(NaN), undefined);
            same(map.get(null) instanceof Map, true);
            const set = copy(new Set(["z", 1, "1", new Set([2])]));
            same(set.size, 4);
            same([...set][0], "z");
            same([...set][3].has(2), true);
            """)
    }

    @Test func `a Date keeps its time, also an invalid one`() {
        run(
            """
            same(copy(new Date(-1)).getTime(), -1);
            same(copy(new Date(8.64e15)).getTime(), 8.64e15);
            same(copy(new Date(NaN)).getTime(), NaN);
            """)
    }

    @Test func `a RegExp keeps its source and all of its flags, and no lastIndex`() {
        run(
            """
            const expression = /a\\/[b"]\\n/dgimsuy;
            expression.lastIndex = 3;
            const value = copy(expression);
            same(String(value), String(expression));
            same(value.lastIndex, 0);
            same(copy(/x/v).flags, "v");
            same(String(copy(new RegExp(""))), "/(?:)/");
            """)
    }

    @Test func `boxed primitives stay boxed`() {
        run(
            """
            for (const primitive of [true, false, 1, -0, NaN, "", "text", 5n]) {
                const value = copy(Object(primitive));
                same(typeof value, "object");
                same(Object.getPrototypeOf(value), Object(primitive).constructor.prototype);
                same(value.valueOf(), primitive);
            }
            """)
    }

    @Test func `errors keep type, message, stack and cause as properties that cannot be enumerated`() {
        run(
            """
            for (const Type of [Error, EvalError, RangeError, ReferenceError, SyntaxError, TypeError, URIError]) {
                const cause = { code: 1 };
                const error = new Type("wrong", { cause });
                const value = copy(error);
                same(Object.getPrototypeOf(value), Type.prototype);
                same(value.name, Type.name);
                same(value.message, "wrong");
                same(value.stack, error.stack);
                same(value.cause.code, 1);
                same(Object.keys(value).length, 0);
            }
            """)
    }

    @Test func `the copy of an error without a message or a cause has neither`() {
        run(
            """
            const value = copy(new Error());
            same(Object.hasOwn(value, "message"), false);
            same(Object.hasOwn(value, "cause"), false);
            same(Object.hasOwn(copy(new Error("", { cause: undefined })), "cause"), true);
            """)
    }

    @Test func `an error that is its own cause is copied`() {
        run(
            """
            const error = new Error("loop");
            error.cause = error;
            const value = copy(error);
            same(value.cause, value);
            """)
    }

    @Test func `a DOMException keeps its name and its message`() {
        run(
            """
            const value = copy(new DOMException("too much", "QuotaExceededError"));
            same(value instanceof DOMException, true);
            same(value.name, "QuotaExceededError");
            same(value.message, "too much");
            """)
    }
}
