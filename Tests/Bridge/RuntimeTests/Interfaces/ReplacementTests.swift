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

    @Test func `objects are recognized by their internal slots, whatever their prototype is`() {
        run(
            """
            same(isBuffer(new ArrayBuffer(1)), true);
            same(isBuffer(Object.setPrototypeOf(new ArrayBuffer(1), null)), true);
            same(isBuffer(Object.setPrototypeOf(new ArrayBuffer(1), Array.prototype)), true);
            for (const other of [Object.create(ArrayBuffer.prototype), new Uint8Array(1), {}, null, undefined, "", () => {}]) {
                same(isBuffer(other), false);
            }
            """)
    }

    @Test func `a bare record has no members that the page adds to every object`() {
        run(
            """
            Object.prototype.opaque = "inherited";
            same(bare({ body: 1 }).opaque, undefined);
            same(bare({ body: 1 }).body, 1);
            for (const value of [null, undefined, "text", 7]) same(bare(value), value);
            delete Object.prototype.opaque;
            """)
    }
}
