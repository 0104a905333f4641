import TestSupport
import Testing
import WebKit

@testable import ViewTestSupport

/// Tests that frames of other origins cannot read an application's data by requests that WebKit does not check.
@MainActor @Suite(.serialized, .hangLimit(minutes: 1))
struct CrossOriginRequestTests {
    private static let shared = LocalServer.Answer(
        headers: ["Content-Type": "text/plain", "Access-Control-Allow-Origin": "*"], body: "for everybody")

    @Test(arguments: HostileFrame.allCases)
    func `a synchronous request of a foreign frame reads nothing`(kind: HostileFrame) async throws {
        try await HostileFrames.with { app in
            let answers = try await app.run(
                """
                const documents = "text/html,application/xhtml+xml,x";
                const answers = [
                    read("GET", `${app}/secret`),
                    read("POST", `${app}/secret`, {}, "text"),
                    read("GET", `${app}/secret`, { Accept: documents, "Upgrade-Insecure-Requests": "1" }),
                    read("POST", `${app}/secret`, { Accept: documents, "Upgrade-Insecure-Requests": "1" }, "a=b"),
                    read("GET", `${app}/secret`, { Accept: "image/png" }),
                    read("GET", `${app}/secret`, { "X-SWWebView-Mark": "destination=script&mode=no-cors" }),
                    read("GET", `${app}/secret#___sw?destination=document`),
                    read("GET", `${app}/secret#___sw?destination=script&mode=no-cors`),
                    read("GET", `${app}/secret#___sw?mode=same-origin`),
                ];
                const object = Object.assign(document.createElement("object"), { data: `${app}/secret` });
                document.documentElement.append(object);
                return [...answers, read("GET", `${app}/secret`), read("POST", `${app}/secret`, {}, "text")];
                """, in: kind)
            #expect((answers as? [String])?.filter { $0.contains("secret") } == [])
        }
    }

    @Test(arguments: HostileFrame.allCases)
    func `a foreign frame sends no request that needs a preflight`(kind: HostileFrame) async throws {
        try await HostileFrames.with { app in
            _ = try await app.run(
                """
                for (const method of ["PUT", "DELETE", "PATCH"]) {
                    read(method, `${app}/secret`, {}, "text");
                    read(method, `${app}/secret#___sw?mode=no-cors`, {}, "text");
                    await fetch(`${app}/secret`, { method, body: "text" }).catch(() => {});
                }
                read("POST", `${app}/secret`, { "Content-Type": "application/json" }, "{}");
                read("GET", `${app}/secret`, { "X-Own": "1" });
                await fetch(`${app}/secret`, { headers: { "X-Own": "1" } }).catch(() => {});
                // As elements ask, which the engine does not check.
                for (const Accept of ["image/png", "image/webp,*/*;q=0.5", "text/css,*/*;q=0.1", "*/*"]) {
                    for (const path of ["secret", "script.js?secret"]) {
                        for (const [method, headers] of [["DELETE", {}], ["GET", { "X-Own": "1" }]]) {
                            read(method, `${app}/${path}`, { Accept, ...headers });
                            const options = { method, headers: { Accept, ...headers }, referrerPolicy: "no-referrer" };
                            await fetch(`${app}/${path}`, options).catch(() => {});
                        }
                    }
                }
                """, in: kind)
            let others = app.asked.filter { $0.hasSuffix("secret") && !$0.hasPrefix("OPTIONS ") }
            #expect(others == [])
        }
    }

    @Test(arguments: ["*", "X-Own, Access-Control-Expose-Headers", "X-Own"])
    func `a script sees the server's own permissions, where they are exposed`(exposed: String) async throws {
        let answer = LocalServer.Answer(
            headers: [
                "Content-Type": "text/plain", "Access-Control-Allow-Origin": "*", "X-Own": "1",
                "Access-Control-Expose-Headers": exposed,
            ], body: "for everybody")
        try await HostileFrames.with(["/shared": answer]) { app in
            let seen = try await app.view.call(
                """
                const url = "sw://other.example/shared";
                const names = ["origin", "credentials"].map((name) => `access-control-allow-${name}`);
                names.push("access-control-expose-headers", "x-own", "swwebview-response");
                const { headers } = await fetch(url);
                const request = new XMLHttpRequest();
                request.open("GET", url, false);
                request.send();
                const all = request.getAllResponseHeaders().split("\\r\\n").filter((line) => line.startsWith("access-control"));
                return [names.map((name) => headers.get(name)), names.map((name) => request.getResponseHeader(name)), all.sort()]
                    .map((list) => list.map((value) => value ?? "-").join(" ")).join("; ");
                """)
            let all = "access-control-allow-origin: * access-control-expose-headers: *"
            let expected = [
                "*": "* - * 1 -; * - * 1 -; \(all)",
                "X-Own": "- - - 1 -; - - - 1 -; ",
            ]
            let listed = "- - \(exposed) 1 -; - - \(exposed) 1 -; access-control-expose-headers: \(exposed)"
            #expect(seen as? String == expected[exposed] ?? listed)
        }
    }

    @Test(arguments: HostileFrame.allCases)
    func `a foreign frame reads what the server shares by CORS`(kind: HostileFrame) async throws {
        let permission = LocalServer.Answer(
            status: 204,
            headers: [
                "Access-Control-Allow-Origin": "*", "Access-Control-Allow-Methods": "PUT",
                "Access-Control-Allow-Headers": "x-own",
            ])
        try await HostileFrames.with(["/shared": Self.shared, "OPTIONS /shared": permission]) { app in
            let answers = try await app.run(
                """
                return [
                    read("GET", `${app}/shared`),
                    await (await fetch(`${app}/shared`)).text(),
                    read("PUT", `${app}/shared`, { "X-Own": "1" }, "text"),
                    await (await fetch(`${app}/shared`, { method: "PUT", headers: { "X-Own": "1" } })).text(),
                    read("DELETE", `${app}/shared`),
                ];
                """, in: kind)
            #expect(answers as? [String] == Array(repeating: "for everybody", count: 4) + ["refused"])
        }
    }

    @Test(arguments: HostileFrame.allCases)
    func `a service worker answers no request of a foreign frame`(kind: HostileFrame) async throws {
        let worker = """
            self.onfetch = (event) => {
                if (event.request.url.endsWith("/secret")) event.respondWith(new Response("the worker's secret"));
            };
            """
        let script = LocalServer.Answer(headers: ["Content-Type": "text/javascript"], body: worker)
        try await HostileFrames.with(["/worker.js": script]) { app in
            try await app.view.call(
                """
                await navigator.serviceWorker.register("/worker.js", { scope: "/" });
                await navigator.serviceWorker.ready;
                """)
            await app.view.open("sw://app.example/", app.navigations)
            #expect(
                try await app.view.call("return (await fetch('/secret')).text()") as? String == "the worker's secret")
            let answer = try await app.run(
                "return [read('GET', `${app}/secret`), await fetch(`${app}/secret`).then((r) => r.text(), () => 'refused')]",
                in: kind)
            #expect((answer as? [String])?.filter { $0.contains("secret") } == [])
        }
    }

    @Test(arguments: HostileFrame.allCases)
    func `a foreign request that names an upload is answered at once, without data`(kind: HostileFrame) async throws {
        try await HostileFrames.with { app in
            let answers = try await app.run(
                "return [read('POST', `${app}/secret#___sw?upload=x`, {}, 'text')];", in: kind)
            #expect((answers as? [String])?.filter { $0 != "refused" && $0 != "nothing" } == [])
        }
    }

    @Test(arguments: HostileFrame.allCases)
    func `a foreign frame gets nothing from the paths of the host`(kind: HostileFrame) async throws {
        try await HostileFrames.with { app in
            let answers = try await app.run(
                """
                return [
                    read("GET", `${app}/___socket___?url=ws://app.example/x`), read("GET", `${app}/___online___`),
                    read("GET", `${app}/___events___?watch`), read("GET", `${app}/___client___?document=x`),
                    read("POST", `${app}/___body___?id=x`, {}, "text"), read("GET", `${app}/___body___?id=x`),
                    read("GET", `${app}/___runtime___?document=x`), read("POST", `${app}/___command___?document=x`, {}, "text"),
                ];
                """, in: kind)
            let refusals = try #require(answers as? [String]).filter { $0 != "nothing" }
            let refusal = " answers documents of its own origin.\n"
            #expect(refusals.filter { $0 != "refused" && !$0.hasSuffix(refusal) } == [])
        }
    }

    @Test(arguments: [HostileFrame.otherOrigin, .web, .data])
    func `a dedicated worker of a foreign frame reads nothing`(kind: HostileFrame) async throws {
        try await HostileFrames.with { app in
            let answers = try await app.run(
                """
                const source = `onmessage = async ({ data }) => {
                    const request = new XMLHttpRequest();
                    try {
                        request.open("GET", data, false);
                        request.send();
                    } catch {}
                    const text = await fetch(data).then((response) => response.text(), () => "refused");
                    postMessage([request.responseText || "refused", text]);
                }`;
                const worker = new Worker(URL.createObjectURL(new Blob([source], { type: "text/javascript" })));
                const answer = new Promise((resolve) => (worker.onmessage = ({ data }) => resolve(data)));
                worker.postMessage(`${app}/secret`);
                return await answer;
                """, in: kind)
            #expect(answers as? [String] == ["refused", "refused"])
        }
    }

    @Test(arguments: HostileFrame.allCases)
    func `a service worker answers no script element of a foreign frame`(kind: HostileFrame) async throws {
        let worker = """
            self.onfetch = (event) => {
                if (!event.request.url.endsWith("/script.js")) return;
                const headers = { "Content-Type": "text/javascript" };
                event.respondWith(new Response("self.answeredBy = 'the worker'", { headers }));
            };
            """
        let type = ["Content-Type": "text/javascript"]
        let script = LocalServer.Answer(headers: type, body: "self.answeredBy = 'the server'")
        try await HostileFrames.with(
            ["/worker.js": LocalServer.Answer(headers: type, body: worker), "/script.js": script]
        ) { app in
            try await app.view.call(
                """
                await navigator.serviceWorker.register("/worker.js", { scope: "/" });
                await navigator.serviceWorker.ready;
                """)
            await app.view.open("sw://app.example/", app.navigations)
            let load = """
                const script = document.createElement("script");
                script.src = "sw://app.example/script.js";
                const loaded = new Promise((resolve) => (script.onload = script.onerror = resolve));
                document.head.append(script);
                await loaded;
                return self.answeredBy;
                """
            #expect(try await app.view.call(load) as? String == "the worker")
            #expect(try await app.run(load, in: kind) as? String == "the server")
        }
    }

    @Test func `frames of the same origin read the answers and use caches`() async throws {
        try await HostileFrames.with { app in
            let answers = try await app.view.call(
                """
                const answers = [];
                const read = (window) => {
                    const request = new window.XMLHttpRequest();
                    request.open("PUT", "sw://app.example/secret", false);
                    request.send("text");
                    return request.responseText;
                };
                answers.push(read(self));
                const text = "<title>Frame</title>";
                const blob = URL.createObjectURL(new Blob([text], { type: "text/html" }));
                for (const [name, value] of [["src", "about:blank"], ["srcdoc", text], ["src", blob], ["src", "/"]]) {
                    const frame = document.createElement("iframe");
                    frame[name] = value;
                    const loaded = new Promise((resolve) => (frame.onload = resolve));
                    document.body.append(frame);
                    await loaded;
                    answers.push(read(frame.contentWindow));
                    answers.push(await (await frame.contentWindow.fetch("sw://app.example/secret")).text());
                    answers.push(await frame.contentWindow.caches.has("none") ? "a cache" : "no cache");
                }
                return answers;
                """)
            let each = ["the secret", "the secret", "no cache"]
            #expect(answers as? [String] == ["the secret"] + each + each + each + each)
        }
    }
}
