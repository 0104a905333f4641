import Testing

@MainActor
struct BufferTests {
    @Test func `the bytes of a buffer are copied exactly`() {
        run(
            """
            const bytes = new Uint8Array(300).map((_, index) => index * 7);
            const value = new Uint8Array(copy(bytes.buffer));
            same(value.length, 300);
            same(value.every((byte, index) => byte === bytes[index]), true);
            same(copy(new ArrayBuffer(0)).byteLength, 0);
            """)
    }

    @Test func `each kind of view keeps its type, its place and its values`() {
        run(
            """
            for (const name of Object.keys(typedArrays)) {
                const Type = globalThis[name];
                const buffer = new ArrayBuffer(32);
                const view = new Type(buffer, 8, 2);
                view[1] = name.startsWith("Big") ? 3n : 3;
                const value = copy(view);
                same(Object.getPrototypeOf(value), Type.prototype);
                same(value.byteOffset, 8);
                same(value.length, 2);
                same(value[1], view[1]);
                same(value.buffer.byteLength, 32);
            }
            same(Object.keys(typedArrays).length >= 11, true);
            const data = copy(new DataView(Uint8Array.of(1, 2, 3, 4).buffer, 1, 2));
            same(data instanceof DataView, true);
            same(data.getUint16(0), 0x203);
            same(data.byteLength, 2);
            """)
    }

    @Test func `the copies of views of one buffer share one buffer`() {
        run(
            """
            const buffer = new ArrayBuffer(8);
            const value = copy({ a: new Uint8Array(buffer), buffer, b: new Int16Array(buffer, 2, 1) });
            same(value.a.buffer, value.buffer);
            same(value.b.buffer, value.buffer);
            value.a[2] = 9;
            same(value.b[0], 9);
            """)
    }

    @Test func `a resizable buffer stays resizable`() {
        run(
            """
            const buffer = new ArrayBuffer(2, { maxByteLength: 8 });
            new Uint8Array(buffer)[1] = 5;
            const value = copy(buffer);
            same(value.resizable, true);
            same(value.maxByteLength, 8);
            same(value.byteLength, 2);
            same(new Uint8Array(value)[1], 5);
            same(copy(new ArrayBuffer(2)).resizable, false);
            """)
    }

    @Test(arguments: [
        "new Uint8Array(buffer)", "new Uint8Array(buffer, 2)", "new Float64Array(buffer)",
        "new DataView(buffer, 1)",
    ])
    func `the copy of a view that follows the length of its buffer follows it, too`(_ view: String) {
        runShared(
            """
            for (const maximum of [8, 9, 64]) {
                const buffer = new ArrayBuffer(8, { maxByteLength: maximum });
                new Uint8Array(buffer).set([1, 2, 3, 4, 5, 6, 7, 8]);
                const value = copy(\(view));
                same(new Uint8Array(value.buffer).join(), "1,2,3,4,5,6,7,8");
                const { byteLength } = value;
                value.buffer.resize(4);
                same(value.byteLength, Math.max(0, byteLength - (value.BYTES_PER_ELEMENT === 8 ? 8 : 4)));
                same(value.byteOffset, (\(view)).byteOffset);
            }
            """)
    }

    @Test(arguments: [
        "new Uint8Array(buffer, 0, 8)", "new Uint8Array(buffer, 6, 2)", "new Uint8Array(buffer, 7, 1)",
        "new Uint8Array(buffer, 8, 0)",
        "new Float64Array(buffer, 0, 1)", "new DataView(buffer, 2, 6)", "new Uint8Array(buffer, 0, 3)",
    ])
    func `a view of a resizable buffer that has a length of its own keeps it`(_ view: String) {
        runShared(
            """
            for (const maximum of [8, 9, 64]) {
                const buffer = new ArrayBuffer(8, { maxByteLength: maximum });
                const original = \(view);
                const value = copy(original);
                same(value.byteLength, original.byteLength);
                same(value.byteOffset, original.byteOffset);
                if (maximum === 8) continue;
                value.buffer.resize(maximum);
                same(value.byteLength, original.byteLength);
            }
            """)
    }

    @Test func `buffers of more than 128 MiB in one message are a DataCloneError`() {
        run(
            """
            const writing = { bytes: 0 };
            countBytes(writing, 128 << 20);
            same(writing.bytes, 128 << 20);
            throws("DataCloneError", () => countBytes(writing, 1));
            """)
    }
}
