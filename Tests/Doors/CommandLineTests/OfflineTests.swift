import Foundation
import TestSupport
import Testing

extension OriginSuite {
    @Suite("--offline") struct OfflineTests {
        private let folder: TemporaryFolder
        private let port = try? CountingPort()

        init() throws {
            folder = try TemporaryFolder()
            try folder.write(Self.tries, to: "tries.js")
            try folder.write(
                "importScripts('tries.js'); tryAll().then((reached) => postMessage(reached));", to: "worker.js")
            try folder.write(
                """
                importScripts('tries.js');
                onconnect = ({ ports: [port] }) => tryAll().then((reached) => port.postMessage(reached));
                """, to: "shared.js")
            try folder.write(
                """
                importScripts('tries.js');
                onmessage = ({ source }) => tryAll().then((reached) => source.postMessage(reached));
                """, to: "service.js")
        }

        /// A script that tries each way to a server, in a page or a worker. Each try says whether it has reached the server.
        private static let tries = """
            const server = new URL(location).searchParams.get('server');
            const socket = (scheme) => new Promise((resolve) => {
                const socket = new WebSocket(`${scheme}://${server}/socket`);
                socket.onopen = () => resolve(`${scheme} socket`);
                socket.onerror = socket.onclose = () => resolve('');
            });
            const events = () => new Promise((resolve) => {
                const source = new EventSource(`http://${server}/events`);
                source.onopen = () => resolve('EventSource');
                source.onerror = () => (source.close(), resolve(''));
            });
            const load = (mode) => fetch(`http://${server}/${mode}`, { mode }).then(() => `fetch ${mode}`, () => '');
            const request = () => new Promise((resolve) => {
                const request = new XMLHttpRequest();
                request.onload = () => resolve('XMLHttpRequest');
                request.onerror = () => resolve('');
                request.open('GET', `http://${server}/xhr`);
                request.send();
            });
            const tryAll = () => Promise.all([
                socket('ws'), socket('wss'), load('cors'), load('no-cors'),
                ...(self.EventSource ? [events()] : []), ...(self.XMLHttpRequest ? [request()] : []),
            ]);
            """

        private static let page = """
            <!doctype html>
            <script src="tries.js"></script>
            <script>
            const element = (name, attribute) => new Promise((resolve) => {
                const element = document.createElement(name);
                element.onload = () => resolve(name);
                element.onerror = () => resolve('');
                if (name === 'link') element.rel = 'stylesheet';
                element[attribute] = `http://${server}/${name}`;
                document.body.append(element);
                // A frame that cannot be loaded says nothing.
                if (name === 'iframe') resolve('');
            });
            const answer = (target, start) => new Promise((resolve) => {
                target.onmessage = ({ data }) => resolve(data);
                start?.();
            });
            addEventListener('load', async () => {
                for (const rel of ['preconnect', 'dns-prefetch', 'prefetch', 'preload'])
                    document.head.append(Object.assign(document.createElement('link'), { rel, as: 'image', href: `http://${server}/${rel}` }));
                navigator.sendBeacon(`http://${server}/beacon`, 'x');
                const reached = await Promise.all([
                    tryAll(), element('img', 'src'), element('script', 'src'), element('link', 'href'), element('iframe', 'src'),
                    answer(new Worker(`worker.js${location.search}`)),
                    answer(new SharedWorker(`shared.js${location.search}`).port),
                    navigator.serviceWorker.register(`service.js${location.search}`).then(() => navigator.serviceWorker.ready)
                        .then(({ active }) => answer(navigator.serviceWorker, () => active.postMessage(1))),
                ]);
                const names = reached.flat().filter(Boolean).join(', ');
                console.log(`TAP version 13\\n1..1\\n${names ? 'not ok' : 'ok'} 1 - reached: ${names}`);
            });
            </script>
            """

        @Test func `no page and no worker reaches a server`() async throws {
            let port = try #require(port)
            try folder.write(Self.page, to: "page.html")
            let run = try await Command.run(
                "test", "sw://app.example/page.html?server=127.0.0.1:\(port.number)", "--map", "sw://app.example=.",
                "--offline", in: folder)
            #expect(run.status == 0, "\(run.output)")
            #expect(port.connections == 0)
        }

        @Test func `without --offline, the same page and workers reach the server`() async throws {
            let server = try await LocalServer(page: "")
            try folder.write(Self.page, to: "page.html")
            let run = try await Command.run(
                "test", "sw://app.example/page.html?server=127.0.0.1:\(server.port)", "--map", "sw://app.example=.",
                in: folder)
            #expect(run.status == 1)
            let reached = try #require(run.output.firstMatch(of: /reached: (.+)/)?.1, "\(run.output)")
            // The page, and a dedicated, a shared and a service worker.
            #expect(reached.matches(of: /fetch no-cors/).count == 4, "\(run.output)")
        }

        @Test(arguments: ["--offline", "--offline=strict"])
        func `a page that WebKit loads itself is not reached`(option: String) async throws {
            let port = try #require(port)
            let run = try await Command.run("test", "http://127.0.0.1:\(port.number)/page.html", option, in: folder)
            #expect(run.status == 1)
            #expect(run.output.contains("offline"))
            #expect(port.connections == 0)
        }

        @Test func `a mapped web page that WebKit loads itself reaches no other server`() async throws {
            let port = try #require(port)
            try folder.write(Self.page, to: "page.html")
            let run = try await Command.run(
                "test", "https://app.example/page.html?server=127.0.0.1:\(port.number)", "--map",
                "https://app.example=.", "--offline", in: folder)
            #expect(run.status == 0, "\(run.output)")
            #expect(port.connections == 0)
        }
    }
}
