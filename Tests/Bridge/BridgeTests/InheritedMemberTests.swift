import Foundation
import TestSupport
import Testing
import WebKit

@testable import SWWebView
@testable import ViewTestSupport

/// Pages and workers that add members to every object, of each name that the runtime's scripts have.
@MainActor @Suite(.serialized, .hangLimit(minutes: 2))
struct InheritedMemberTests {
    private let navigations = Navigations()

    /// Every name of the runtime's scripts. JavaScript itself reads `then` and `toJSON` of many objects.
    nonisolated private static let names: [String] = {
        let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(
            path: "../../../Sources/Bridge/SWWebView/Runtime")
        var names: Set<String> = []
        let paths = (try? FileManager.default.subpathsOfDirectory(atPath: folder.standardized.path)) ?? []
        for path in paths where path.hasSuffix(".js") {
            guard let text = try? String(contentsOf: folder.appending(path: path), encoding: .utf8) else { continue }
            for word in text.split(whereSeparator: {
                !($0.isASCII && ($0.isLetter || $0.isNumber) || $0 == "_" || $0 == "$")
            })
            where !(word.first?.isNumber ?? true) { names.insert(String(word)) }
        }
        return names.subtracting(["then", "toJSON"]).sorted()
    }()

    /// Adds the members. `reads` then has the names that were read, and where.
    nonisolated private static let adding = """
        const reads = [];
        const added = [];
        const removeMembers = () => { while (added.length) delete Object.prototype[added.pop()]; };
        const addMembers = (names) => {
            for (const name of names) {
                if (Reflect.has(Object.prototype, name)) continue;
                added[added.length] = name;
                Object.defineProperty(Object.prototype, name, {
                    __proto__: null, configurable: true, enumerable: false,
                    get() {
                        const place = new Error().stack.split("\\n").slice(1, 4).join(" < ");
                        reads[reads.length] = name + " at " + place;
                        return "inherited";
                    },
                    set(value) { Object.defineProperty(this, name, { __proto__: null, value, writable: true, enumerable: true, configurable: true }); },
                });
            }
        };

        """

    /// Uses the Cache API. All of its objects of options are without a prototype.
    nonisolated private static let useCaches = """
        const useCaches = async () => {
            const cache = await caches.open("members");
            const large = new Uint8Array(300000);
            await cache.put("/text", new Response("text"));
            await cache.put(new Request("/bytes"), new Response(new Uint8Array(3000)));
            await cache.put("/large", new Response(large));
            await cache.add("/added");
            const results = [];
            for (const name of ["/text", "/bytes", "/large", "/added", "/none"]) {
                const found = await caches.match(name);
                results[results.length] = found ? found.status + found.statusText + found.type + (await found.clone().arrayBuffer()).byteLength : "none";
            }
            results[results.length] = (await cache.matchAll()).length + "/" + (await cache.keys()).length;
            results[results.length] = await cache.delete("/text");
            results[results.length] = await caches.has("members");
            await caches.delete("members");
            return results.join(" ");
        };

        """
    nonisolated private static func worker() throws -> String {
        let list = String(decoding: try JSONEncoder().encode(names), as: UTF8.self)
        return adding + useCaches + """
            onfetch = (event) => {
                if (event.request.url.endsWith("/answered")) event.respondWith(new Response("worker " + event.request.method));
            };
            onmessage = (event) => {
                if (event.data === "add") return addMembers(\(list));
                event.waitUntil((async () => {
                    const { port1, port2 } = new MessageChannel();
                    event.ports[0].postMessage([await useCaches(), event.source.type, event.source.id.length > 0, (await clients.matchAll()).length, event.data], [port2]);
                    port1.onmessage = ({ data }) => port1.postMessage([data, reads.join("\\n")]);
                })());
            };
            onactivate = (event) => event.waitUntil(clients.claim());
            """
    }

    private func answers(_ worker: String) -> @Sendable (LocalServer.Received) async throws -> LocalServer.Answer {
        { request in
            switch request.path {
            case "/": .init(body: "<title>Home</title>")
            case "/worker.js": .init(headers: ["Content-Type": "text/javascript"], body: worker)
            case "/dedicated.js":
                .init(
                    headers: ["Content-Type": "text/javascript"],
                    body: Self.adding + Self.useCaches + """
                        onmessage = async ({ data }) => {
                            addMembers(data);
                            const text = await (await fetch("/added")).text();
                            const result = [text, await useCaches(), reads.join("\\n")];
                            removeMembers();
                            postMessage(result);
                        };
                        """)
            default: .init(headers: ["Content-Type": "text/plain"], body: "added")
            }
        }
    }

    @Test(arguments: BridgeTransport.allCases)
    func `members that a page adds to every object change nothing`(_ transport: BridgeTransport) async throws {
        try await LocalServer.with(answers(try Self.worker())) { server in
            let view = makeBridgedView()
            view.bridgeTransport = transport
            await view.open(server.origin + "/", navigations)
            let result = try await view.call(
                Self.adding + Self.useCaches + """
                    const controlled = new Promise((resolve) => { navigator.serviceWorker.oncontrollerchange = resolve; });
                    const registration = await navigator.serviceWorker.register("/worker.js");
                    await controlled;
                    const worker = registration.active;
                    /** Uses the runtime, and returns the results. */
                    const use = async (members) => {
                        const results = [];
                        const add = (value) => { results[results.length] = value; };
                        add(await useCaches());
                        const { port1, port2 } = new MessageChannel();
                        const answer = await new Promise((resolve) => {
                            port1.onmessage = resolve;
                            worker.postMessage("hello", [port2]);
                        });
                        add(answer.data.join());
                        const reply = await new Promise((resolve) => {
                            answer.ports[0].onmessage = ({ data }) => resolve(data);
                            answer.ports[0].postMessage("over it");
                        });
                        add(reply[0]);
                        add(await (await fetch("/answered")).text());
                        const init = { __proto__: null, method: "POST", body: new Blob(["x"]) };
                        add(await (await fetch("/answered", init)).text());
                        add(await (await fetch(new Request("/answered", init))).text());
                        add(await (await fetch("/plain")).text());
                        add(await navigator.serviceWorker.register("/worker.js") === registration);
                        add((await navigator.serviceWorker.getRegistrations()).length);
                        add((await registration.navigationPreload.getState()).enabled);
                        const xhr = new XMLHttpRequest();
                        xhr.open("GET", "/plain", false);
                        xhr.send();
                        add(xhr.responseText);
                        const dedicated = new Worker("/dedicated.js");
                        const fromDedicated = await new Promise((resolve) => {
                            dedicated.onmessage = ({ data }) => resolve(data);
                            dedicated.postMessage(members);
                        });
                        dedicated.terminate();
                        add(fromDedicated[0]);
                        add(fromDedicated[1]);
                        return [results.join("\\n"), reads.join("\\n"), reply[1], fromDedicated[2]];
                    };
                    const before = await use([]);
                    worker.postMessage("add");
                    addMembers(names);
                    try {
                        const after = await use(names);
                        after[after.length] = before[0];
                        return after;
                    } finally {
                        removeMembers();
                    }
                    """, ["names": Self.names])
            let texts = try #require(result as? [String])
            #expect(texts[0] == texts[4])
            #expect(texts[1] == "", "the page's runtime")
            #expect(texts[2] == "", "the service worker's runtime")
            #expect(texts[3] == "", "the dedicated worker's runtime")
        }
    }
}
