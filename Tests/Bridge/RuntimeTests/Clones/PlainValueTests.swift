import Testing

@MainActor
struct PlainValueTests {
    @Test func `primitive values are copied, also those that JSON lacks`() {
        run(
            """
            const values = [
                undefined, null, true, false, 0, -0, 1.5, -1e21, 5e-324, NaN, Infinity, -Infinity, "", "text", "\\ud800",
                "\\u0000\\u2028\\"\\\\", 0n, -(2n ** 70n),
            ];
            for (const value of values) same(copy(value), value);
            for (const value of values) same(copy([value])[0], value);
            """)
    }

    @Test func `text, numbers and arrays that look like references stay what they are`() {
        run(
            """
            const value = copy({ a: "[0]", b: '["undefined"]', 0: "undefined" });
            same(JSON.stringify(value), '{"0":"undefined","a":"[0]","b":"[\\\\"undefined\\\\"]"}');
            const lookalikes = '{"0":0,"a":[0],"b":[[1],2],"c":["undefined"],"d":["number","NaN"],"e":["bigint","1"]}';
            same(JSON.stringify(copy(JSON.parse(lookalikes))), lookalikes);
            """)
    }

    @Test func `an object keeps its keys in their order`() {
        run(
            """
            const value = copy({ z: 1, a: { "": 2 }, 7: 3, "\\ud800": 4, "a\\"b": 5 });
            same(Object.keys(value).join(), '7,z,a,\\ud800,a"b');
            same(value.a[""], 2);
            same(Object.getPrototypeOf(value), Object.prototype);
            """)
    }

    @Test func `a member named __proto__ is an own property, not the prototype`() {
        run(
            """
            const value = copy(JSON.parse('{"__proto__": {"isAdmin": true}, "constructor": 1}'));
            same(Object.hasOwn(value, "__proto__"), true);
            same(Object.getPrototypeOf(value), Object.prototype);
            same(value.isAdmin, undefined);
            same(value.constructor, 1);
            """)
    }

    @Test func `an array keeps its length, its holes and its other members`() {
        run(
            """
            const sparse = [, 1];
            sparse.length = 4;
            sparse.name = "x";
            const value = copy(sparse);
            same(Array.isArray(value), true);
            same(value.length, 4);
            same(Object.keys(value).join(), "1,name");
            same(0 in value, false);
            same(value.name, "x");
            same(copy([]).length, 0);
            same(copy([[1, 2], [3]])[1][0], 3);
            """)
    }

    @Test func `an array with one hole and one named member keeps both`() {
        run(
            """
            const value = copy(Object.assign([, 1], { x: 2 }));
            same(value.length, 2);
            same(0 in value, false);
            same(value[1], 1);
            same(value.x, 2);
            """)
    }

    @Test func `an array of the greatest length is copied without being filled`() {
        run("same(copy(Object.assign([], { length: 2 ** 32 - 1 })).length, 2 ** 32 - 1);")
    }

    @Test func `cycles and shared references lead to the same objects in the copy`() {
        run(
            """
            const shared = { n: 1 };
            const array = [shared, shared];
            array.push(array);
            const map = new Map([[shared, array]]);
            map.set(map, map);
            const value = copy({ array, map, shared });
            same(value.array[0], value.shared);
            same(value.array[1], value.shared);
            same(value.array[2], value.array);
            same(value.map.get(value.shared), value.array);
            same(value.map.get(value.map), value.map);
            """)
    }

    @Test func `a list of 20000 nested objects does not overflow the stack`() {
        run(
            """
            let list = null;
            for (let index = 0; index < 20000; index++) list = { list };
            let depth = 0;
            for (let value = copy(list); value; value = value.list) depth++;
            same(depth, 20000);
            """)
    }

    @Test(arguments: [
        "() => {}", "Symbol('x')", "[Symbol.iterator]", "{ method() {} }", "new WeakMap", "new WeakRef({})",
        "Promise.resolve()",
        "Object(Symbol('x'))", "new Proxy(new Map, { getPrototypeOf: () => WeakSet.prototype })", "[].values()",
        "new (class Own {})", "Object.create(null)",
    ])
    func `a value that has no clone is a DataCloneError`(_ value: String) {
        runShared("throws('DataCloneError', () => write(\(value.hasPrefix("{") ? "(\(value))" : value), []).text());")
    }
}
