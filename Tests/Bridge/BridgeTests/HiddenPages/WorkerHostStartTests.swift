import Foundation
import ServiceWorkers
import TestSupport
import Testing

@testable import SWWebView
@testable import ViewTestSupport

/// Workers' scripts are evaluated as the specification says.
@MainActor @Suite(.serialized, .hangLimit(minutes: 5))
struct WorkerHostStartTests {
    private let world = WorkerWorld()

    @Test func `a classic script starts and its event types are reported`() async throws {
        let (_, report) = try await world.start(
            "addEventListener('fetch', (e) => { e.x }); oninstall = () => { 1 }; addEventListener('push', () => {});")
        #expect(report.status == .normal)
        #expect(report.eventTypes == ["fetch", "install", "push"])
        #expect(!report.fetchListenersAreEmpty)
    }

    @Test(arguments: ["onfetch = () => {};", "addEventListener('fetch', function (event) { });"])
    func `fetch listeners without code are reported as empty`(source: String) async throws {
        let (_, report) = try await world.start(source)
        #expect(report.fetchListenersAreEmpty)
        #expect(report.eventTypes == ["fetch"])
    }

    @Test(arguments: [
        ("throw new TypeError('boo');", "TypeError: boo"), ("let x = ;", "SyntaxError"),
        ("undefinedFunction();", "ReferenceError"),
    ])
    func `a script that throws at start is reported with its error`(source: String, text: String) async throws {
        for type in [WorkerType.classic, .module] {
            let (_, report) = try await world.start(source, type: type)
            guard case .threw(let reason) = report.status else { throw Unexpected("\(report)") }
            // WebKit does not say what is wrong with a module that it cannot parse.
            #expect(reason.contains(text) || type == .module && text == "SyntaxError", "\(type): \(reason)")
        }
    }

    /// Two registrations may have one script, and an update begins while the active worker starts.
    @Test(arguments: [WorkerType.classic, .module])
    func `workers of one URL started at once run their own scripts`(type: WorkerType) async throws {
        let world = world
        let starts = (0..<8).map { number in
            Task {
                let source = "onfetch = (event) => event.respondWith(new Response('\(number)'));"
                return try await world.start(source, type: type).id
            }
        }
        for (number, start) in starts.enumerated() {
            #expect(try await world.text("/", of: start.value) == "\(number)")
        }
    }

    @Test func `a module runs with its imports`() async throws {
        world.scripts["sw://app.example/lib/a.js"] = "import {b} from './b.js'; export const a = b + 1;"
        world.scripts["sw://app.example/lib/b.js"] = "export const b = 41;"
        let source = """
            import {a} from './lib/a.js'; const url = import.meta.url;
            onfetch = (event) => event.respondWith(new Response(`${a} ${url} ${location.href} ${this}`)); // end
            """
        let (worker, report) = try await world.start(source, type: .module)
        #expect(report == StartReport(status: .normal, eventTypes: ["fetch"]))
        let url = "https://app.example/sw.js"
        #expect(try await world.text("/", of: worker) == "42 \(url) \(url) undefined")
        #expect(world.imports == ["sw://app.example/lib/a.js", "sw://app.example/lib/b.js"])
    }

    @Test func `a module whose import is missing does not start`() async throws {
        let (_, report) = try await world.start("import './missing.js';", type: .module)
        guard case .threw = report.status else { throw Unexpected("\(report)") }
    }

    @Test func `a module with top-level await is refused`() async throws {
        let (_, report) = try await world.start("await new Promise(() => {});", type: .module)
        guard case .threw(let reason) = report.status else { throw Unexpected("\(report)") }
        #expect(reason.contains("top-level await"))
    }

    @Test func `importScripts loads scripts and throws their errors`() async throws {
        world.scripts["sw://app.example/a.js"] = "self.a = 1;"
        world.scripts["sw://app.example/throws.js"] = "throw new RangeError('mine');"
        world.scripts["https://cdn.example/c.js"] = "self.c = 3;"
        let worker = try await world.run(
            """
            importScripts('a.js', 'https://cdn.example/c.js');
            const errors = [];
            for (const url of ['missing.js', 'throws.js', 'http://[']) try { importScripts(url) } catch (error) {
                errors.push(`${error.name}${error instanceof DOMException}`);
            }
            onfetch = (event) => event.respondWith(new Response([a, c, ...errors].join(' ')));
            """)
        let text = try await world.text("/", of: worker)
        #expect(text == "1 3 NetworkErrortrue RangeErrorfalse SyntaxErrortrue")
        #expect(world.imports.count == 4)
    }

    @Test func `a script that does not end times out`() async throws {
        world.limits.start = .milliseconds(500)
        await #expect(throws: WorkerRunnerError.timedOut) { try await world.start("for (;;);") }
        world.limits.start = Machine.patience(.seconds(30))
        #expect(world.host.counts.workers == 0)
    }

    @Test func `addresses read as sw URLs where the option asks for them`() async throws {
        world.workerAddresses = .sw
        world.scripts["sw://app.example/a.js"] = "self.imported = true;"
        let worker = try await world.run(
            """
            importScripts('https://app.example/a.js');
            onfetch = (event) => event.respondWith(new Response([
                event.request.url, location.href, self.origin, new URL('b', location).protocol, new Request('https://app.example/c').url,
                imported].join(' ')));
            """)
        #expect(
            try await world.text("/", of: worker)
                == "sw://app.example/ sw://app.example/sw.js sw://app.example sw: sw://app.example/c true")
    }

    @Test func `the global scope has the interfaces of a service worker and no others`() async throws {
        let worker = try await world.run(
            """
            const hidden = ['XMLHttpRequest', 'Worker', 'postMessage', 'close', 'name', 'DedicatedWorkerGlobalScope',
                'FileReaderSync', 'requestAnimationFrame'].filter((name) => name in self);
            const facts = [
                self instanceof ServiceWorkerGlobalScope, self instanceof WorkerGlobalScope, `${self}`,
                Object.prototype.toString.call(new ExtendableEvent('x')), hidden.length, 'createObjectURL' in URL,
                typeof indexedDB, typeof crypto.subtle, typeof BroadcastChannel, self.isSecureContext,
                `${clients}`, onfetch === null, `${FetchEvent}`.includes('[native code]'), Object.keys(self).includes('onfetch'),
                location.href, `${serviceWorker.scriptURL}`,
            ];
            const thrown = [() => new Client(), () => new Clients(), () => new WindowClient(),
                () => new ServiceWorkerGlobalScope(),
                () => new FetchEvent('fetch'), () => new FetchEvent('fetch', {}), () => new ExtendableEvent()]
                .map((work) => { try { work(); return 'none' } catch (error) { return error.name } });
            onfetch = (event) => event.respondWith(new Response([...facts, ...thrown].join(' ')));
            """)
        let text = try await world.text("/", of: worker)
        #expect(
            text
                == "true true [object ServiceWorkerGlobalScope] [object ExtendableEvent] 0 false object object function "
                + "true [object Clients] true true true https://app.example/sw.js https://app.example/sw.js"
                + String(repeating: " TypeError", count: 7))
    }
}

/// An error that a test does not expect.
struct Unexpected: Error, CustomStringConvertible {
    let description: String
    init(_ description: String) { self.description = description }
}
