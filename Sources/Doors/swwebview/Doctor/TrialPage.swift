import Foundation
import ProcessFiles
import Simulator
import WebKit
import WebViewTesting

/// A page with a service worker, loaded as any other: it tells whether all that is installed works together.
@MainActor
enum TrialPage {
    private static let page = """
        <!doctype html><meta charset="utf-8"><title>Trial</title><p>Trial</p>
        <script type="module">
            const measured = document.createElement("canvas").getContext("2d").measureText("Trial").width;
            await navigator.serviceWorker.register("worker.js");
            if (!navigator.serviceWorker.controller) {
                await new Promise((resolve) => { navigator.serviceWorker.oncontrollerchange = resolve; });
            }
            const answer = await (await fetch("answer")).text();
            document.documentElement.dataset.trial = answer === "from the worker" && measured > 0 ? "passed" : "failed";
        </script>
        """
    private static let worker = """
        self.oninstall = () => self.skipWaiting();
        self.onactivate = (event) => event.waitUntil(self.clients.claim());
        self.onfetch = (event) => {
            if (event.request.url.endsWith("/answer")) event.respondWith(new Response("from the worker"));
        };
        """
    /// In seconds; a slow machine takes two.
    private static let limit = 60.0

    /// Loads it.
    static func load() async -> [Finding] {
        do {
            try WebKitEnvironment.prepare()
        } catch {
            return [.missing("View", error.description)]
        }
        do {
            let folder = try TemporaryFolder.ofProcess().appending(path: "trial", directoryHint: .isDirectory)
            defer { try? FileManager.default.removeItem(at: folder) }
            try PrivateFiles.makeFolder(folder)
            let file = folder.appending(path: "index.html")
            try PrivateFiles.write(Data(page.utf8), to: file)
            try PrivateFiles.write(Data(worker.utf8), to: folder.appending(path: "worker.js"))
            let reference = PageReference(displayName: "the trial page", location: .file(file), root: folder)
            let start = ContinuousClock.now
            let options = SimulatorOptions()
            let address = try PageAddress(of: reference, options)
            let visit = try await Visit(of: address.url, origins: address.map, options: options, timeout: limit)
            try await visit.load(waitingFor: "document.documentElement.dataset.trial")
            return [try await finding(visit, took: ContinuousClock.now - start)] + processExtension(visit)
        } catch let error as VisitError {
            return [
                .missing(
                    "View", error.description,
                    advice: "Processes of WebKit that cannot start say why: run again with G_MESSAGES_DEBUG=all.")
            ]
        } catch {
            return [.missing("View", "the temporary folder cannot be used: \(error). Set TMPDIR to a folder that can.")]
        }
    }

    /// Reports an extension that WebKit's processes could not load. Error messages about the load are on standard error.
    private static func processExtension(_ visit: Visit) -> [Finding] {
        guard visit.bridgeStatus.channels == 0, let library = try? ProcessExtension.find().url else { return [] }
        return [
            .missing(
                "Process extension", "WebKit's processes could not load it",
                advice: "See what it lacks: ldd \(library.path)")
        ]
    }

    private static func finding(_ visit: Visit, took time: Duration) async throws -> Finding {
        guard try await visit.isTrue("document.documentElement.dataset.trial === 'passed'") else {
            return .missing(
                "View", "a page was loaded, but its service worker or its text was not as it should be",
                advice: "Is there a font? Type: apt-get install fonts-dejavu-core", package: .fonts)
        }
        let milliseconds = Int(time / .milliseconds(1))
        return .fine("View", "a page with a service worker was loaded and answered in \(milliseconds) ms")
    }
}
