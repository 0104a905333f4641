import Testing

@MainActor
struct Base64Tests {
    @Test("Bytes of each remainder are the same after both ways")
    func roundTrips() {
        run(
            """
            for (let length = 0; length < 10; length++) {
                const bytes = new Uint8Array(length).map((_, index) => 255 - index);
                same(bytesOf(base64(bytes)).join(), bytes.join());
            }
            same(base64(Uint8Array.of(251, 255)), "+/8=");
            """)
    }

    @Test("A view's bytes are those of its place in the buffer")
    func views() {
        run("same(base64(new Uint8Array(Uint8Array.of(1, 2, 3).buffer, 1, 1)), 'Ag==');")
    }

    @Test("A text that is no base64 throws", arguments: ["A", "A===", "é", "-_==", "AA==A"])
    func malformed(_ text: String) {
        runShared("throws('SyntaxError', () => bytesOf('\(text)'));")
    }
}
