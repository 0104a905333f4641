import Testing

@MainActor
struct ReplyTests {
    @Test("Each reply settles the command of its number, in any order")
    func order() {
        run(
            """
            const numbers = [];
            const first = expectReply(undefined, (index) => (numbers.push(index), "stream"));
            const second = expectReply(undefined, (index) => (numbers.push(index), "stream"));
            settleReply({ promiseIndex: numbers[1], response: "b" });
            settleReply({ promiseIndex: numbers[0], response: "a" });
            same(await first, "a");
            same(await second, "b");
            """)
    }

    @Test(
        "A second reply, and one to a number that nobody waits for, changes nothing",
        arguments: ["0", "7", "-1", "\"0\"", "null", "undefined"])
    func strayReplies(_ number: String) {
        run(
            """
            const reply = expectReply(undefined, () => "stream");
            settleReply({ promiseIndex: 0, response: "first" });
            settleReply({ promiseIndex: \(number), response: "second" });
            same(await reply, "first");
            """)
    }

    @Test("The result is made of the reply, or of the value in its place")
    func results() {
        run(
            """
            const reply = expectReply((value) => value * 2, () => "stream");
            settleReply({ promiseIndex: 0, response: 4 });
            same(await reply, 8);
            const long = expectReply((value) => value.length, () => "stream");
            settleReply({ promiseIndex: 1, response: "short" }, "a long text");
            same(await long, 11);
            """)
    }

    @Test("A result that cannot be made rejects")
    func badResults() {
        run(
            """
            const reply = expectReply(() => { throw new RangeError("no"); }, () => "stream");
            settleReply({ promiseIndex: 0 });
            same((await reply.catch((error) => error)).name, "RangeError");
            """)
    }

    @Test("An error of the host rejects with the type that it names")
    func errors() {
        run(
            """
            for (const [name, Type] of [["TypeError", TypeError], ["Error", Error], ["AbortError", DOMException], ["toString", DOMException]]) {
                let number;
                const reply = expectReply(undefined, (index) => (number = index, "stream"));
                settleReply({ promiseIndex: number, error: { name, message: "why" }, response: 1 });
                const error = await reply.catch((reason) => reason);
                same(Object.getPrototypeOf(error), Type.prototype);
                same(error.name, name);
                same(error.message, "why");
            }
            """)
    }

    @Test("An error that only a prototype has is none")
    func inheritedErrors() {
        run(
            """
            Object.prototype.error = { name: "Error", message: "inherited" };
            const reply = expectReply(undefined, () => "stream");
            settleReply({ promiseIndex: 0, response: 1 });
            same(await reply, 1);
            """)
    }

    @Test("A way that ends rejects its own commands only")
    func ways() {
        run(
            """
            const lost = expectReply(undefined, () => "stream");
            const kept = expectReply(undefined, () => "channel");
            rejectReplies("stream", "It ended");
            const error = await lost.catch((reason) => reason);
            same(error.name, "NetworkError");
            same(error.message, "It ended");
            settleReply({ promiseIndex: 1, response: "late" });
            same(await kept, "late");
            """)
    }

    @Test("A command that cannot be sent rejects and is not kept")
    func unsent() {
        run(
            """
            const reply = expectReply(undefined, () => { throw new TypeError("BigInt"); });
            same((await reply.catch((error) => error)).name, "TypeError");
            same(pending.size, 0);
            """)
    }

    @Test("Settling calls no builtin that the page can replace")
    func builtins() {
        run(
            """
            watchBuiltins();
            expectReply(undefined, () => "stream");
            expectReply(undefined, () => "channel");
            settleReply({ promiseIndex: 0, response: 1 });
            rejectReplies("channel", "It ended");
            same(builtinCalls.length ? builtinCalls[0] : "", "");
            """)
    }
}
