import Testing

@MainActor
struct ReplacementTests {
    @Test func `a replaced method keeps its name, its length and its attributes`() {
        run(
            """
            class Native { method(a, b) {} }
            const before = Object.getOwnPropertyDescriptor(Native.prototype, "method");
            replaceMethod(Native.prototype, "method", { method() { return "ours"; } }.method);
            const { value, ...rest } = Object.getOwnPropertyDescriptor(Native.prototype, "method");
            same(value.name, "method");
            same(value.length, 2);
            same(rest.writable, before.writable);
            same(rest.enumerable, before.enumerable);
            same(new Native().method(), "ours");
            """)
    }

    @Test func `a replaced getter keeps the setter and the attributes`() {
        run(
            """
            class Native { get color() { return "native"; } set color(value) { this.chosen = value; } }
            const { set, enumerable } = Object.getOwnPropertyDescriptor(Native.prototype, "color");
            replaceGetter(Native.prototype, "color", (object) => `ours ${object.chosen}`);
            const descriptor = Object.getOwnPropertyDescriptor(Native.prototype, "color");
            same(descriptor.get.name, "get color");
            same(descriptor.set, set);
            same(descriptor.enumerable, enumerable);
            const object = new Native();
            object.color = "red";
            same(object.color, "ours red");
            """)
    }

    @Test func `a method and a getter that the engine lacks are not added`() {
        run(
            """
            const owner = {};
            replaceMethod(owner, "method", () => {});
            replaceGetter(owner, "color", () => {});
            same(Reflect.ownKeys(owner).length, 0);
            """)
    }

    @Test func `work that throws becomes a promise that rejects`() {
        run(
            """
            same(await promised((object, [number]) => object + number, 1, [2]), 3);
            same(await promised(() => Promise.resolve(2)), 2);
            same(await promised(() => { throw 3; }).catch((reason) => reason), 3);
            """)
    }
}
