import Foundation
import TestSupport
import Testing

extension PageCommandSuite {
    @Suite("--web-app") struct WebAppTests {
        private let folder: TemporaryFolder
        private static let repository = URL(filePath: #filePath).appending(path: "../../../../..").standardizedFileURL

        init() throws { folder = try TemporaryFolder() }

        /// Writes a page that shows which APIs it finds.
        private func writeDetection() throws {
            try folder.write(
                """
                <!doctype html><script>
                const found = [
                    "PushManager" in self, "Notification" in self, "pushManager" in ServiceWorkerRegistration.prototype,
                    "showNotification" in ServiceWorkerRegistration.prototype, "sync" in ServiceWorkerRegistration.prototype,
                    navigator.standalone === true, matchMedia("(display-mode: standalone)").matches,
                ];
                document.title = found.map(Number).join("");
                </script>
                """, to: "page.html")
        }

        @Test(arguments: [
            (["--ios", "18"], "0000000"), (["--ios", "18", "--web-app"], "1111011"),
            (["--ios", "16", "--web-app"], "0000011"), (["--web-app"], "1111011"), (["--web-app=sync"], "1111111"),
        ])
        func `an app on the home screen has the APIs of its iOS`(options: [String], found: String) async throws {
            try writeDetection()
            let run = try await Command.start(
                ["snapshot", "page.html", "-o", "a.png", "--wait-for", "document.title === '\(found)'"] + options,
                in: folder
            ).result()
            #expect(run.status == 0, "\(run.errors)")
        }

        @Test func `the suites of an app on the home screen pass`() async throws {
            let pages = Self.repository.appending(path: "Pages").path
            let run = try await Command.start(
                [
                    "test", "\(pages)/web-app", "--root", pages, "--web-app=sync", "--map",
                    "sw://foreign.example=\(pages)",
                ], in: folder
            ).result()
            #expect(run.status == 0, "\(run.output)\n\(run.errors)")
        }

        @Test func `subscriptions and notifications are there in the next run with the same folder`() async throws {
            try folder.write(
                """
                oninstall = () => skipWaiting();
                onpush = (event) => event.waitUntil(registration.showNotification(`again ${event.data.text()}`));
                """, to: "worker.js")
            try folder.write(
                """
                <!doctype html><script type="module">
                const registration = await navigator.serviceWorker.register("worker.js");
                await navigator.serviceWorker.ready;
                let endpoint = (await registration.pushManager.getSubscription())?.endpoint;
                const isNew = endpoint === undefined;
                if (isNew) {
                    const pair = await crypto.subtle.generateKey({ name: "ECDSA", namedCurve: "P-256" }, true, ["sign"]);
                    const applicationServerKey = await crypto.subtle.exportKey("raw", pair.publicKey);
                    ({ endpoint } = await registration.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey }));
                    await registration.showNotification("kept", { data: [1] });
                    localStorage.setItem("endpoint", endpoint);
                }
                const [notification] = await registration.getNotifications();
                document.title = `${isNew} ${endpoint === localStorage.getItem("endpoint")} ${notification.title} ${notification.data}`;
                </script>
                """, to: "index.html")
            for isNew in [true, false] {
                let run = try await Command.start(
                    [
                        "snapshot", "index.html", "-o", "a.png", "--storage", "kept", "--web-app", "--wait-for",
                        "document.title === '\(isNew) true kept 1'",
                    ], in: folder
                ).result()
                #expect(run.status == 0, "\(run.errors)")
            }
        }

        @Test func `another value of the option is refused`() async throws {
            try writeDetection()
            let run = try await Command.start(["snapshot", "page.html", "-o", "a.png", "--web-app=x"], in: folder)
                .result()
            #expect(run.status == 2)
            #expect(run.errors.contains("--web-app"))
        }
    }
}
