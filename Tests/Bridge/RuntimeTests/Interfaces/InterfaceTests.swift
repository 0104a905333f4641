import Testing

/// Interfaces as Web IDL defines them. The page suites test those that inherit from EventTarget.
@MainActor
struct InterfaceTests {
    private static let definition = """
        const { Interface, make, stateOf } = defineInterface("Lamp", {
            attributes: { color() { return this.color; } },
            promiseAttributes: { ready() { return this.ready; } },
            operations: { glow: [1, function (power) { return `${this.color} ${power}`; }], off: [0, () => {}] },
            promises: { warm: [2, function (a, b) { if (a > b) throw new RangeError("cold"); return a + b; }] },
        });
        const lamp = make({ color: "red", ready: Promise.resolve("warm") });
        """

    private func run(_ script: String, sourceLocation: SourceLocation = #_sourceLocation) {
        RuntimeTests.run(script, after: Self.definition, sourceLocation: sourceLocation)
    }

    @Test func `a script cannot construct the interface, and instanceof knows its objects`() {
        run(
            """
            throws("TypeError", () => new Interface());
            throws("TypeError", () => Interface());
            same(lamp instanceof Interface, true);
            same(Object.prototype.toString.call(lamp), "[object Lamp]");
            same(Interface.name, "Lamp");
            same(Interface.length, 0);
            same(Object.getOwnPropertyDescriptor(Interface, "prototype").writable, false);
            same(stateOf(lamp).color, "red");
            same(stateOf({}), undefined);
            same(stateOf(1), undefined);
            """)
    }

    @Test func `attributes and operations are enumerable members of the prototype`() {
        run(
            """
            const names = [];
            for (const name in lamp) names.push(name);
            same(names.join(), "color,ready,glow,off,warm");
            same(Object.keys(lamp).length, 0);
            const { get, set, enumerable, configurable } = Object.getOwnPropertyDescriptor(Interface.prototype, "color");
            same(get.name, "get color");
            same(set, undefined);
            same(enumerable && configurable, true);
            same(Object.getOwnPropertyDescriptor(Interface.prototype, "glow").writable, true);
            same(lamp.glow.name, "glow");
            same(lamp.glow.length, 1);
            same(lamp.warm.length, 2);
            throws("TypeError", () => { lamp.color = "blue"; });
            throws("TypeError", () => new lamp.glow(1));
            """)
    }

    @Test(arguments: ["{}", "Interface.prototype", "Object.create(lamp)", "null", "undefined", "1"])
    func `an attribute and an operation throw for an object of another kind`(_ object: String) {
        run(
            """
            const object = \(object);
            throws("TypeError", () => Reflect.get(Interface.prototype, "color", object));
            throws("TypeError", () => Interface.prototype.glow.call(object, 1));
            """)
    }

    @Test func `members of one realm run on objects of another, and on no object of another interface`() {
        run(
            """
            // A realm differs from another by the states that it has.
            const { Interface: Elsewhere } = defineInterface("Lamp", {
                attributes: { color: () => "none" },
                operations: { glow: [1, () => "none"] },
                promises: { warm: [2, () => "none"] },
            });
            const { make: makeStove } = defineInterface("Stove", { attributes: { color: () => "black" } });
            const color = (object) => Reflect.get(Elsewhere.prototype, "color", object);
            same(color(lamp), "red");
            same(Elsewhere.prototype.glow.call(lamp, 2), "red 2");
            same(await Elsewhere.prototype.warm.call(lamp, 1, 2), 3);
            throws("TypeError", () => Elsewhere.prototype.glow.call(lamp));
            for (const object of [makeStove({}), Object.create(Interface.prototype), Interface.prototype, { __proto__: lamp }]) {
                throws("TypeError", () => color(object));
            }
            """)
    }

    @Test func `promise operations and promise attributes reject instead of throwing`() {
        run(
            """
            const nameOf = (promise) => promise.then(() => "", (error) => error.name);
            same(await lamp.ready, "warm");
            same(await lamp.warm(1, 2), 3);
            same(await nameOf(lamp.warm(2, 1)), "RangeError");
            same(await nameOf(lamp.warm(1)), "TypeError");
            same(await nameOf(Interface.prototype.warm.call({}, 1, 2)), "TypeError");
            same(await nameOf(Interface.prototype.ready), "TypeError");
            """)
    }

    @Test func `an operation throws without its required arguments, of which undefined is one`() {
        run(
            """
            throws("TypeError", () => lamp.glow());
            same(lamp.glow(undefined), "red undefined");
            same(lamp.glow(1, 2), "red 1");
            """)
    }

    @Test func `the functions of an interface have the text of native functions`() {
        run(
            """
            exposeFunctionText();
            const getter = Object.getOwnPropertyDescriptor(Interface.prototype, "color").get;
            for (const [method, name] of [
                [Interface, "Lamp"], [lamp.glow, "glow"], [getter, "color"], [Function.prototype.toString, "toString"],
            ]) same(String(method).replace(/\\s+/g, " "), `function ${name}() { [native code] }`);
            same(String((a) => a), "(a) => a");
            throws("TypeError", () => Function.prototype.toString.call({}));
            """)
    }

    @Test func `using an object calls no builtin that the page can replace`() {
        run(
            """
            watchBuiltins();
            lamp.color;
            lamp.glow(1);
            lamp.warm(1, 2);
            stateOf(lamp);
            same(builtinCalls.length ? builtinCalls[0] : "", "");
            """)
    }
}
