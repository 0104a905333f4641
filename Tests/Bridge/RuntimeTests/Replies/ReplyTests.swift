import Testing

@MainActor
struct ReplyTests {
    @Test func `each reply settles the command of its number, in any order`() {
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

    @Test(arguments: ["0", "7", "-1", "\"0\"", "null", "undefined"])
    func `a second reply, and one to a number that nobody waits for, changes nothing`(_ number: String) {
        run(
            """
            const reply = expectReply(undefined, () => "stream");
            settleReply({ promiseIndex: 0, response: "first" });
            settleReply({ promiseIndex: \(number), response: "second" });
            same(await reply, "first");
            """)
    }

    @Test func `the result of a command is made of the reply, and of the bytes with it`() {
        run(
            """
            const reply = expectReply((value) => value * 2, () => "stream");
            settleReply({ promiseIndex: 0, response: 4 });
            same(await reply, 8);
            const long = expectReply((value, bytes) => value + bytes.length, () => "stream");
            settleReply({ promiseIndex: 1, response: 4 }, new Uint8Array(3));
            same(await long, 7);
            """)
    }

    @Test func `a command whose result cannot be made rejects`() {
        run(
            """
            const reply = expectReply(() => { throw new RangeError("no"); }, () => "stream");
            settleReply({ promiseIndex: 0 });
            same((await reply.catch((error) => error)).name, "RangeError");
            """)
    }

    @Test func `a command rejects with an error of the type that the host names`() {
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

    @Test func `an error that a reply inherits from Object does not reject the command`() {
        run(
            """
            Object.prototype.error = { name: "Error", message: "inherited" };
            const reply = expectReply(undefined, () => "stream");
            settleReply({ promiseIndex: 0, response: 1 });
            same(await reply, 1);
            """)
    }

    @Test func `the end of a stream rejects the commands that went over it, and no others`() {
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

    @Test func `a command that cannot be sent rejects and is not kept`() {
        run(
            """
            const reply = expectReply(undefined, () => { throw new TypeError("BigInt"); });
            same((await reply.catch((error) => error)).name, "TypeError");
            same(pending.size, 0);
            """)
    }

    @Test func `settling replies calls no builtin that the page can replace`() {
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
