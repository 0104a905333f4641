import Testing

@MainActor
struct Base64Tests {
    @Test func `bytes of any length are the same after base64 and back`() {
        run(
            """
            for (let length = 0; length < 10; length++) {
                const bytes = new Uint8Array(length).map((_, index) => 255 - index);
                same(bytesOf(base64(bytes)).join(), bytes.join());
            }
            same(base64(Uint8Array.of(251, 255)), "+/8=");
            """)
    }

    @Test func `the base64 of a view covers only its own part of the buffer`() {
        run("same(base64(new Uint8Array(Uint8Array.of(1, 2, 3).buffer, 1, 1)), 'Ag==');")
    }

    @Test(arguments: ["A", "A===", "é", "-_==", "AA==A"])
    func `a text that is not base64 throws a SyntaxError`(_ text: String) {
        runShared("throws('SyntaxError', () => bytesOf('\(text)'));")
    }
}
