import Foundation
import TestSupport
import Testing

extension SnapshotSuite {
    @Suite("--storage") struct StorageTests {
        private let folder: TemporaryFolder

        init() throws { folder = try TemporaryFolder() }

        /// A page that counts its visits in IndexedDB, and says in its title how many and whether a worker answers for it.
        private static let page = """
            <script type="module">
            const opening = indexedDB.open('notes', 1);
            opening.onupgradeneeded = () => opening.result.createObjectStore('notes', { autoIncrement: true });
            const database = await new Promise((resolve) => (opening.onsuccess = () => resolve(opening.result)));
            const transaction = database.transaction('notes', 'readwrite', { durability: 'strict' });
            transaction.objectStore('notes').add('Heron at the weir');
            const notes = transaction.objectStore('notes').getAll();
            await new Promise((resolve) => (transaction.oncomplete = resolve));
            const isControlled = !!navigator.serviceWorker.controller;
            await navigator.serviceWorker.register('worker.js');
            await navigator.serviceWorker.ready;
            const { text } = await import('./module.js');
            document.title = `${notes.result.join(', ')} ${isControlled} ${text}`;
            </script>
            """
        private static let worker = """
            oninstall = (event) => event.waitUntil(
                caches.open('app').then((cache) => cache.addAll(['./', 'module.js', 'worker.js'])));
            onfetch = (event) => event.respondWith(
                caches.match(event.request).then((kept) => kept ?? fetch(event.request)));
            """

        @Test func `an application loads offline from the caches and the database of its folder`() async throws {
            try folder.write(Self.page, to: "app/index.html")
            try folder.write(Self.worker, to: "app/worker.js")
            try folder.write("export const text = 'whole';", to: "app/module.js")
            let first = try await Command.run(
                "snapshot", "app", "-o", "a.png", "--storage", "kept", "--wait-for",
                "document.title === 'Heron at the weir false whole'", in: folder)
            #expect(first.status == 0, "\(first.errors)")
            let second = try await Command.run(
                "snapshot", "sw://app.localhost/", "-o", "b.png", "--storage", "kept", "--offline", "--wait-for",
                "document.title === 'Heron at the weir, Heron at the weir true whole'", in: folder)
            #expect(second.status == 0, "\(second.errors)")
            try folder.write("<script>document.title = `${navigator.onLine}`</script>", to: "line.html")
            let line = try await Command.run(
                "snapshot", "line.html", "-o", "d.png", "--offline", "--wait-for", "document.title === 'false'",
                in: folder)
            #expect(line.status == 0, "\(line.errors)")
            let without = try await Command.run(
                "snapshot", "sw://app.localhost/", "-o", "c.png", "--offline", in: folder)
            #expect(without.status == 1)
            #expect(without.errors.contains("app.localhost"))
        }

        @Test func `a second process is refused while the first one uses the folder`() async throws {
            let server = try await LocalServer(
                page: "<script>fetch('/held').then(() => console.log('1..1\\nok 1 - answered'))</script>")
            let map = "sw://app.example=http://127.0.0.1:\(server.port)"
            let first = try Command.start(
                ["test", "sw://app.example/page.html", "--map", map, "--storage", "kept"], in: folder)
            await server.heldRequest()
            try folder.write("Hello", to: "page.html")
            let second = try await Command.run("snapshot", "page.html", "-o", "a.png", "--storage", "kept", in: folder)
            #expect(second.status == 2)
            let sentence = "is in use by another process. End that one, or give this one its own folder."
            #expect(second.errors.contains(sentence))
            server.release()
            #expect(try await first.result().status == 0)
            let third = try await Command.run("snapshot", "page.html", "-o", "a.png", "--storage", "kept", in: folder)
            #expect(third.status == 0, "\(third.errors)")
        }

        /// With a query it registers the worker; its title tells which one is active, and which others there are.
        private static let inspector = """
            <script type="module">
            const { serviceWorker } = navigator;
            if (location.search) await serviceWorker.register('worker.js');
            if (location.search) await serviceWorker.ready;
            const registration = await serviceWorker.getRegistration();
            const { port1, port2 } = new MessageChannel();
            port1.onmessage = ({ data }) => {
                document.title = `${data} ${registration.installing} ${registration.waiting}`;
            };
            if (registration) registration.active.postMessage('which', [port2]);
            else document.title = 'none';
            </script>
            """
        private static let installedWorker = """
            oninstall = (event) => event.waitUntil(caches.open('app').then((cache) => cache.add('./')));
            onfetch = (event) => event.respondWith(
                caches.match(event.request, { ignoreSearch: true }).then((kept) => kept ?? fetch(event.request)));
            onmessage = ({ ports: [port] }) => port.postMessage('the old one');
            """
        /// Asks the server in its installation, which does not answer.
        private static let waitingWorker = """
            oninstall = (event) => event.waitUntil(
                caches.open('begun').then((cache) => cache.put('/begun', new Response('begun')))
                    .then(() => fetch('sw://held.example/held', { mode: 'no-cors' })));
            onmessage = ({ ports: [port] }) => port.postMessage('the new one');
            """

        @Test func `a kill during the installation of an update leaves the old worker active`() async throws {
            try folder.write(Self.inspector, to: "app/index.html")
            try folder.write(Self.installedWorker, to: "app/worker.js")
            let installed = try await inspect("?install", title: "the old one null null", Self.map)
            #expect(installed.status == 0, "\(installed.errors)")
            try await killInTheMiddleOfAnInstallation()
            // Without the folder only the stored files answer, and there is no update to look for.
            let after = try await inspect("", title: "the old one null null", "--offline")
            #expect(after.status == 0, "\(after.errors)")
        }

        @Test func `a kill during the first installation leaves no registration`() async throws {
            try folder.write(Self.inspector, to: "app/index.html")
            try await killInTheMiddleOfAnInstallation()
            let after = try await inspect("", title: "none", Self.map)
            #expect(after.status == 0, "\(after.errors)")
        }

        private static let options = ["--storage", "kept", "-o", "a.png"]
        private static let map = "--map=sw://app.example=app"

        private func inspect(_ query: String, title: String, _ more: String...) async throws -> CommandResult {
            let arguments = ["snapshot", "sw://app.example/\(query)", "--wait-for", "document.title === '\(title)'"]
            return try await Command.start(arguments + Self.options + more, in: folder).result()
        }

        private func killInTheMiddleOfAnInstallation() async throws {
            let server = try await LocalServer(page: "")
            try folder.write(Self.waitingWorker, to: "app/worker.js")
            let maps = [Self.map, "--map", "sw://held.example=http://127.0.0.1:\(server.port)"]
            let command = try Command.start(
                ["snapshot", "sw://app.example/?install", "--wait-for", "false"] + Self.options + maps, in: folder)
            await server.heldRequest()
            command.signal(SIGKILL)
            #expect(try await command.result().status == -SIGKILL)
        }
    }
}
