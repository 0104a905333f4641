import SchemeHandlers
import TestSupport
import Testing
import URLSchemeRouter
import WebKit

@testable import ViewTestSupport

/// Pages that mean harm to the application's events, its deferred work and its links: 650 inputs from one seed, the same in every run.
@MainActor @Suite(.serialized, .hangLimit(minutes: 2))
struct HostileMessageTests {
    let pages = Pages()
    let navigations = Navigations()

    private static let strings = [
        "", "__proto__", "constructor", "prototype", "toString", "hasOwnProperty", "then", "null", "order\0", "\0",
        "\u{202E}order",
        "order ", "ORDER", "ordеr", "'); alert(1); ('", "\"}],\"hear\":\"x\"", "\u{2028}", "${1}", "%00", "../order",
        "*", "\r\n",
        "00000000-0000-0000-0000-000000000000", "deferred", "e\u{301}", String(repeating: "x", count: 100_000),
        String(repeating: "𝕏", count: 10_000), "undefined", "NaN", "-1", "[object Object]", "order\u{1}", "<!--",
        "</script>",
    ]

    private static let values = [
        "null", "1", "-0.5", "1e400", "true", "[]", "{}", "[[[[]]]]", "{\"__proto__\":{\"wait\":\"x\"}}", "[\"order\"]",
        "{\"event\":\"order\"}", "{\"length\":-1}",
    ]

    init() { pages["/"] = "<p>page" }

    /// Returns a message that no document's runtime sends: wrong types, unknown frames, names without listeners, other work.
    private static func message(_ random: inout SplitMix) -> String {
        let keys = [
            "wait", "gone", "cancel", "event", "detail", "hear", "origin", "take", "__proto__", "constructor", "begin",
        ]
        let members = (0..<(1 + random.below(4))).map { _ in
            let key = keys[random.below(keys.count)]
            // A frame may call itself what it likes, once.
            let isText = key != "begin" && random.below(2) == 0
            let value = isText ? literal(random.pick(strings)) : random.pick(values)
            return "\(literal(key)):\(value)"
        }
        return "{\(members.joined(separator: ","))}"
    }

    private static func literal(_ text: String) -> String {
        (try? JSONEncoder().encode(text)).map { String(decoding: $0, as: UTF8.self) } ?? "\"\""
    }

    @Test func `three hundred malformed messages are refused with a reason`() async throws {
        var random = SplitMix(state: 4)
        let messages = (0..<300).map { _ in Self.message(&random) }
        let view = makeView(pages, navigations)
        var events = view.events(named: "order").makeAsyncIterator()
        await view.open("app://host/", navigations)
        let outcomes =
            try await view.call(
                """
                const handler = webkit.messageHandlers.SWWebViewEvents;
                const refusals = await Promise.all(messages.map((text) =>
                    handler.postMessage(JSON.parse(text)).then(() => `taken: ${text.slice(0, 200)}`, (error) => String(error.message ?? error))));
                dispatchEvent(new CustomEvent('order', { detail: 'last' }));
                return refusals;
                """, ["messages": messages]) as? [String]
        #expect(outcomes?.count == 300)
        for outcome in outcomes ?? [] { #expect(outcome.count > 10 && !outcome.hasPrefix("taken")) }
        #expect(Set(outcomes ?? []).count >= 4, "for reasons of their own")
        #expect(try await events.next()?.detail(as: String.self) == "last")
    }

    @Test func `odd details of events pass if JSON can have them, and are left out otherwise`() async throws {
        let view = makeView(pages, navigations)
        var events = view.events(named: "order").makeAsyncIterator()
        await view.open("app://host/", navigations)
        let expected = try await view.call(
            """
            const cyclic = {}; cyclic.list = [cyclic];
            let deep = []; for (let i = 0; i < 2000; i++) deep = [deep];
            const makers = [
                () => cyclic, () => 10n, () => deep, () => new Proxy({}, { ownKeys() { throw new Error('no'); } }),
                () => ({ toJSON() { throw new Error('no'); } }), () => ({ get a() { throw new Error('no'); } }),
                () => ({ toJSON: () => cyclic }), () => () => 1, () => Symbol('x'), () => undefined, () => new Map([[1, 2]]),
                () => 'x\\0y', () => '\\ud800', () => JSON.parse('{"__proto__":{"polluted":1}}'), () => new Array(1000).fill('x'.repeat(1000)),
            ];
            for (const name of ['polluted', 'hear', 'origin', 'wait', 'begin', 'frame', 'toJSON']) {
                Object.defineProperty(Object.prototype, name, { get() { return name === 'toJSON' ? undefined : 'x'; }, set() {} });
            }
            let passed = 0;
            for (let i = 0; i < 150; i++) {
                const detail = makers[i % makers.length]();
                try { JSON.stringify(detail); passed++; } catch {}
                dispatchEvent(new CustomEvent('order', { detail }));
            }
            dispatchEvent(new CustomEvent('order', { detail: 'x'.repeat(10 << 20) }));
            return passed;
            """)
        let count = try #require(expected as? Int)
        #expect(count > 50 && count < 150)
        for _ in 0..<count { #expect(await events.next() != nil) }
        #expect(try await events.next()?.detail(as: String.self).count == 10 << 20)
        try view.dispatchEvent("back", detail: String(repeating: "y", count: 10 << 20))
        #expect(try await view.call("return document.body.textContent") as? String == "page")
    }

    @Test func `forged cancellations and results leave the work of a page alone`() async throws {
        var random = SplitMix(state: 5)
        let gate = Gates()
        let configure: (WKWebViewConfiguration) -> Void = {
            $0.setURLSchemeHandler(
                DeferredSchemeHandler { _, _ in
                    await gate.pass()
                    try Task.checkCancellation()
                    return "done"
                }, forURLScheme: "work")
        }
        let (first, second) = (makeView(pages, navigations, configure), makeView(pages, navigations, configure))
        for view in [first, second] {
            view.dispatchEvent("hello")
            await view.open("app://host/", navigations)
        }
        let id = try await first.call(
            """
            window.later = fetchDeferred('work://x');
            return (await (await fetch('work://known')).json()).id;
            """)
        let known = try #require(id as? String)
        let forged = (0..<98).map { _ in
            random.below(2) == 0 ? random.pick(Self.strings) : UUID().uuidString.lowercased()
        }
        let cancel =
            """
            const handler = webkit.messageHandlers.SWWebViewEvents;
            return Promise.all(ids.map((id) => handler.postMessage({ cancel: id }).then(() => 'taken', (error) => String(error.message ?? error))));
            """
        // Another page, with an id that is real; and the page itself, with none that is.
        for (view, ids) in [(second, forged + [known]), (first, forged)] {
            let answers = try await view.call(cancel, ["ids": ids]) as? [String]
            #expect(answers?.count == ids.count)
            #expect(answers?.allSatisfy { $0.contains("work") } == true)
        }
        // Events that a page makes up settle nothing.
        try await first.call(
            "for (const id of [known, ...ids]) dispatchEvent(new CustomEvent('deferred', { detail: { id, state: 'result', value: 'forged' } }))",
            ["known": known, "ids": forged])
        gate.open()
        #expect(try await first.call("return later") as? String == "done")
    }

    @Test func `a frame of another origin is refused when it cancels the work of its page`() async throws {
        let gate = Gate()
        pages["/outer"] = "<iframe src='app://elsewhere/inner'></iframe>"
        pages["/inner"] = """
            <script>
                addEventListener('message', async ({ data }) => {
                    const answer = await webkit.messageHandlers.SWWebViewEvents.postMessage({ cancel: data }).then(() => 'taken', String);
                    parent.postMessage(answer, '*');
                });
            </script>
            """
        let view = makeView(pages, navigations) {
            $0.setURLSchemeHandler(
                DeferredSchemeHandler { _, _ in
                    await gate.pass()
                    return 1
                }, forURLScheme: "work")
        }
        view.dispatchEvent("hello")
        await view.open("app://host/outer", navigations)
        let answer = try await view.call(
            """
            const { id } = await (await fetch('work://x')).json();
            const answered = new Promise((resolve) => addEventListener('message', ({ data }) => resolve(data), { once: true }));
            frames[0].postMessage(id, '*');
            return answered;
            """)
        #expect((answer as? String)?.contains("another origin") == true)
        gate.open()
    }

    @Test func `a view has at most a thousand pieces of work, and more is answered with 429`() async throws {
        let gate = Gates()
        let view = makeView(pages, navigations) {
            $0.setURLSchemeHandler(
                DeferredSchemeHandler { _, _ in
                    await gate.pass()
                    return 1
                }, forURLScheme: "work")
        }
        view.dispatchEvent("hello")
        await view.open("app://host/", navigations)
        let statuses =
            try await view.call(
                """
                const statuses = await Promise.all(Array.from({ length: 1100 }, async () => (await fetch('work://x')).status));
                const refused = await fetchDeferred('work://x').catch((error) => `${error.status} ${error.message.length > 10}`);
                return [statuses.filter((status) => status === 202).length, statuses.filter((status) => status === 429).length, refused];
                """) as? [Any]
        #expect(statuses?.prefix(2).map { $0 as? Int } == [1000, 100])
        #expect(statuses?.last as? String == "429 true")
        gate.open()
    }

    @Test func `hostile links are handled or refused by the router, and the page stays`() async throws {
        var random = SplitMix(state: 6)
        let parts =
            Self.strings.filter { $0.count < 20_000 } + [
                "note/../../x", "x-callback-url/note/1", "//user:pass@host:99999/x", "?x-success=javascript:alert(1)",
                "?x-success=",
                "?a=1&a=2&a[0]=3", "?id=%FF%FE", "?id=%00", "#", "note/1?x-success=file:///etc/passwd",
                "?" + String(repeating: "a&", count: 5000),
            ]
        var refusals = 0
        var handled = 0
        let router = URLSchemeRouter(scheme: "notesapp") { error in
            refusals += 1
            #expect(error.localizedDescription.count > 5)
        }
        struct Reference: Decodable { var id: Int }
        router.route("/note/:id") { (_: Reference) in handled += 1 }
        router.openURL = { #expect(["notesapp", "app"].contains($0.scheme), "\($0)") }
        let view = makeView(pages, navigations)
        var taken = 0
        view.handleLinks(toScheme: "notesapp") { url in
            taken += 1
            #expect(url.scheme?.lowercased() == "notesapp")
            _ = router.handle(url)
            return true
        }
        await view.open("app://host/", navigations)
        let prefixes = ["notesapp:", "notesapp://", "notesapp:///", "NOTESAPP://x-callback-url/", "notesapp:/note/"]
        let links = (0..<150).map { _ in
            random.pick(prefixes) + random.pick(parts) + (random.below(3) == 0 ? random.pick(parts) : "")
        }
        try await view.call(
            """
            for (const href of links) {
                const link = document.createElement('a');
                link.href = href;
                link.click();
                await fetch('/');
            }
            """, ["links": links])
        #expect(taken > 100)
        #expect(taken == refusals + handled)
        #expect(view.url?.absoluteString == "app://host/")
    }
}

/// Something that any number wait for.
@MainActor
private final class Gates {
    private var waiters: [CheckedContinuation<Void, Never>] = []

    func pass() async { await withCheckedContinuation { waiters.append($0) } }

    func open() {
        for waiter in waiters { waiter.resume() }
        waiters = []
    }
}

private struct SplitMix {
    var state: UInt64

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var word = state
        word = (word ^ (word >> 30)) &* 0xBF58_476D_1CE4_E5B9
        word = (word ^ (word >> 27)) &* 0x94D0_49BB_1331_11EB
        return word ^ (word >> 31)
    }

    mutating func below(_ bound: Int) -> Int { Int(next() % UInt64(bound)) }
    mutating func pick<Value>(_ list: [Value]) -> Value { list[below(list.count)] }
}
