import Foundation
import ServiceWorkers
import Synchronization
import TestSupport
import Testing
import URLInterception

@testable import SWWebView

/// Tests for the lifetimes of workers and their events.
@MainActor @Suite(.serialized, .hangLimit(minutes: 5))
struct WorkerHostLifeTests {
    private let world = WorkerWorld()

    @Test func `waitUntil keeps an event alive until its promise settles`() async throws {
        let worker = try await world.run(
            """
            let finish;
            oninstall = (event) => event.waitUntil(new Promise((resolve) => { finish = resolve }));
            onactivate = (event) => event.waitUntil(Promise.reject(new Error('mine')));
            addEventListener('plain', () => finish());
            """)
        let lifetime = ExtendedLifetime()
        _ = try await world.host.dispatch(.install, to: worker, lifetime: lifetime)
        lifetime.dispatchEnded()
        #expect(lifetime.isActive)
        let plain = ExtendedLifetime()
        _ = try await world.host.dispatch(
            .functional(type: "plain", data: Data()), to: worker, lifetime: plain)
        plain.dispatchEnded()
        #expect(!plain.isActive)
        #expect(await lifetime.settled() == .fulfilled)
        let rejected = ExtendedLifetime()
        _ = try await world.host.dispatch(.activate, to: worker, lifetime: rejected)
        rejected.dispatchEnded()
        #expect(await rejected.settled() == .rejected("Error: mine"))
    }

    @Test func `a worker terminated while its page opens does not start`() async throws {
        let start = Task.immediate { @MainActor in _ = try await world.start("") }
        await world.host.terminate(ServiceWorkerID(rawValue: "worker-1"))
        await #expect(throws: WorkerRunnerError.gone) { try await start.value }
        #expect(world.host.counts.workers == 0)
        _ = try await world.run("")
    }

    /// WebKit makes one request for workers of one address, and goes on with it after the first of them was terminated.
    @Test(arguments: [WorkerType.classic, .module])
    func `a worker starts after one of its address was stopped at any moment of its start`(type: WorkerType)
        async throws
    {
        world.limits.start = Machine.patience(.seconds(10))
        let fetched = Mutex<[String]>([])
        for path in ["/sw.js", "/part.js"] {
            world.network[path] = { request, _ in
                fetched.withLock { $0.append(path) }
                throw URLError(.badURL)
            }
        }
        world.scripts["sw://app.example/part.js"] = "export const part = 1;"
        let source = type == .module ? "import './part.js';" : ""
        _ = try await world.start("", path: "/other.js")
        let world = world
        for step in 0..<60 {
            let stopped = Task.immediate { @MainActor in _ = try await world.start(source, type: type) }
            // This sleep stays: the moments between the events of a start are tried, too. The steps go over the whole start.
            try await Task.sleep(for: .microseconds(step * 50))
            await world.host.terminate(ServiceWorkerID(rawValue: "worker-\(2 + 2 * step)"))
            let (id, report) = try await world.start("\(source) onfetch = () => {};", type: type)
            #expect(report.status == .normal && report.eventTypes == ["fetch"], "\(step)")
            #expect(type == .classic || world.importers.contains(id), "\(step)")
            await world.host.terminate(id)
            _ = try? await stopped.value
        }
        #expect(fetched.withLock(\.self) == [], "Scripts come from the worker's registration alone.")
    }

    @Test func `a request in the name of a stopped worker fails`() async throws {
        world.scripts["sw://app.example/part.js"] = ""
        await world.host.terminate(try await world.run(""))
        let source = "import './part.js#___sw?document=1&destination=script';"
        let (_, report) = try await world.start(source, path: "/other.js", type: .module)
        #expect(report.status != .normal)
        #expect(world.imports == [])
    }

    @Test func `an import of a stopped worker fails, and the next worker has an import of its own`() async throws {
        world.limits.start = Machine.patience(.seconds(10))
        world.scripts["sw://app.example/part.js"] = "export const part = 1;"
        let source = "import { part } from './part.js'; if (part === 1) onfetch = () => {};"
        let first = ServiceWorkerID(rawValue: "worker-1")
        let (asked, ask) = AsyncStream.makeStream(of: Void.self), (never, end) = AsyncStream.makeStream(of: Void.self)
        world.beforeImport = { worker in
            guard worker == first else { return }
            ask.yield()
            for await _ in never {}
        }
        let world = world
        let start = Task.immediate { @MainActor in _ = try await world.start(source, type: .module) }
        for await _ in asked { break }
        // It waits for the turn of modules, and is stopped before it has it.
        let waiting = Task.immediate { @MainActor in _ = try await world.start(source, type: .module) }
        await world.host.terminate(ServiceWorkerID(rawValue: "worker-2"))
        await #expect(throws: WorkerRunnerError.gone) { try await waiting.value }
        await world.host.terminate(first)
        await #expect(throws: WorkerRunnerError.gone) { try await start.value }
        let (id, report) = try await world.start(source, type: .module)
        #expect(report.status == .normal && report.eventTypes == ["fetch"])
        #expect(world.importers == [first, id])
        end.finish()
    }

    @Test func `a worker starts after the page went while one of its address was being stopped`() async throws {
        world.limits.start = Machine.patience(.seconds(10))
        _ = try await world.start("", path: "/other.js")
        let world = world
        for (number, type) in [WorkerType.classic, .module].enumerated() {
            for step in 0..<10 {
                let start = Task.immediate { @MainActor in try await world.start("", type: type).id }
                // This sleep stays: the worker is stopped at different moments of its start.
                try await Task.sleep(for: .microseconds(step * 200))
                await world.host.terminate(ServiceWorkerID(rawValue: "worker-\(2 + 2 * (number * 10 + step))"))
                world.host.terminateWebProcesses()
                _ = try? await start.value
                #expect(try await world.start("onfetch = () => {};", type: type).report.eventTypes == ["fetch"])
            }
        }
    }

    @Test func `waitUntil and respondWith throw InvalidStateError on an event that is not active`() async throws {
        let worker = try await world.run(
            """
            const found = [];
            const attempt = (work) => { try { work(); found.push('ok') } catch (error) { found.push(error.name) } };
            attempt(() => new ExtendableEvent('x').waitUntil(1));
            onfetch = (event) => {
                if (event.request.url.endsWith('?')) return event.respondWith(new Response(found.join(' ')));
                attempt(() => event.waitUntil(Promise.resolve()));
                Promise.resolve().then(() => Promise.resolve()).then(() => attempt(() => event.waitUntil(1)));
                setTimeout(() => {
                    attempt(() => event.waitUntil(1));
                    attempt(() => event.respondWith(1));
                    console.log('late');
                }, 30);
                event.respondWith(new Response('x'));
                attempt(() => event.respondWith(new Response('y')));
            };
            """)
        _ = try await world.fetch("/", of: worker)
        await world.logs("log: late")
        #expect(
            try await world.text("/?", of: worker)
                == "InvalidStateError ok InvalidStateError ok InvalidStateError InvalidStateError")
    }

    @Test func `the lifetime knows of respondWith while its promise is pending`() async throws {
        let worker = try await world.run(
            """
            onfetch = (event) => {
                event.respondWith(new Promise(() => {}));
                setTimeout(() => console.log('entered'), 0);
            };
            """)
        let lifetime = ExtendedLifetime()
        let world = world
        let fetching = Task { try await world.fetch("/", of: worker, lifetime: lifetime) }
        await world.logs("log: entered")
        #expect(lifetime.respondWithEntered)
        await world.host.terminate(worker)
        await #expect(throws: WorkerRunnerError.gone) { try await fetching.value }
    }

    @Test func `terminating an endless loop leaves other workers running`() async throws {
        let endless = try await world.run("onfetch = () => { console.log('looping'); for (;;); };")
        let other = try await world.run("onfetch = (event) => event.respondWith(new Response('alive'));")
        let world = world
        let fetching = Task { try await world.fetch("/", of: endless) }
        await world.logs("log: looping")
        #expect(try await world.text("/", of: other) == "alive")
        await world.host.terminate(endless)
        await #expect(throws: WorkerRunnerError.gone) { try await fetching.value }
        #expect(try await world.text("/", of: other) == "alive")
        #expect(world.host.counts == (1, 1))
    }

    @Test func `a crash fails the event in flight and the next start succeeds`() async throws {
        let worker = try await world.run(
            "onfetch = (event) => { event.respondWith(new Promise(() => {})); setTimeout(() => console.log('waiting')); };"
        )
        let world = world
        let fetching = Task { try await world.fetch("/", of: worker) }
        await world.logs("log: waiting")
        world.host.terminateWebProcesses()
        await #expect(throws: WorkerRunnerError.crashed) { try await fetching.value }
        #expect(world.host.counts == (0, 0))
        let next = try await world.run("onfetch = (event) => event.respondWith(new Response('again'));")
        #expect(try await world.text("/", of: next) == "again")
    }

    @Test func `a hidden page that has run its share of workers is replaced when it holds none`() async throws {
        world.limits.runs = 2
        let origin = "sw://app.example"
        let source = "onfetch = (event) => event.respondWith(new Response('alive'));"
        let first = try await world.run(source)
        let second = try await world.run(source)
        let page = try #require(world.host.pages[origin])
        await world.host.terminate(first)
        let third = try await world.run(source)
        #expect(world.host.pages[origin] === page)
        #expect(try await world.text("/", of: second) == "alive")
        await world.host.terminate(second)
        await world.host.terminate(third)
        let fourth = try await world.run(source)
        #expect(world.host.pages[origin] !== page)
        #expect(try await world.text("/", of: fourth) == "alive")
        #expect(world.host.counts == (1, 1))
    }

    @Test func `a worker sends commands, and message events reach it`() async throws {
        let worker = try await world.run(
            """
            onfetch = (event) => event.respondWith((async () => {
                await skipWaiting();
                await clients.claim();
                return new Response(await clients.matchAll({type: 'all'}).catch((error) => error.name));
            })());
            onmessage = (event) => {
                console.log(`${event.data} ${event.origin} ${event.source.id} ${event.constructor.name}`);
                event.source.postMessage({a: [1]});
            };
            onmessageerror = (event) => console.warn(`${event.type} ${event.data}`);
            """)
        _ = try await world.text("/", of: worker)
        #expect(
            world.commands.map(\.path) == [
                "/ServiceWorkerGlobalScope/skipWaiting", "/Clients/claim", "/Clients/matchAll",
            ])
        let message = MessageEvent(data: Data("[\"hi\"]".utf8), origin: "sw://app.example", source: .client("c"))
        _ = try await world.host.dispatch(.message(message), to: worker, lifetime: ExtendedLifetime())
        _ = try await world.host.dispatch(.messageError(message), to: worker, lifetime: ExtendedLifetime())
        #expect(world.lines == ["log: hi https://app.example c ExtendableMessageEvent", "warn: messageerror null"])
        #expect(world.commands.last?.path == "/Client/postMessage")
    }

    @Test func `uncaught errors and rejections are logged with their position`() async throws {
        let worker = try await world.run(
            """
            onfetch = (event) => {
                Promise.reject(new Error('lost'));
                setTimeout(() => { throw new TypeError('later') }, 0);
                event.waitUntil(new Promise((resolve) => setTimeout(resolve, 50)));
            };
            """)
        let lifetime = ExtendedLifetime()
        _ = try await world.fetch("/", of: worker, lifetime: lifetime)
        lifetime.dispatchEnded()
        _ = await lifetime.settled()
        #expect(world.lines.contains { $0.contains("lost") })
        #expect(world.lines.contains { $0.contains("TypeError: later (sw://app.example/sw.js:3") })
    }
}
