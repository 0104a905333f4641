import Foundation
import SWWebView
import TestSupport
import Testing
import URLInterception
import WebKit

@testable import WebViewTesting

/// Tests of web processes that run pages one after the other.
@Suite(.serialized, .hangLimit(minutes: 2)) @MainActor struct PageIsolationTests {
    private static let passing = "<script>console.log('1..1\\nok 1 - passes')</script>"
    private let folder: TemporaryFolder
    private let processes = WarmProcesses()

    init() throws { folder = try TemporaryFolder() }

    /// Runs a page in the next process, and returns the process and the result.
    private func run(_ page: String, _ text: String, timeout: Double = 60) async throws -> (WarmProcess, PageRunResult)
    {
        try folder.write(text, to: page)
        let reference = try #require(try PageSuiteDiscovery(currentFolder: folder.url).pages(for: [page]).first)
        let process = await processes.next()
        var options = PageSuiteOptions()
        options.timeout = timeout
        return (process, await result(of: reference, options, in: process))
    }

    private func result(
        of page: PageReference, _ options: PageSuiteOptions, in process: WarmProcess
    ) async -> PageRunResult {
        await PageRun(page: page, options: options, attempt: 1, process: process) { _ in }.result()
    }

    @Test func `pages that leave data run in one process`() async throws {
        let leaving = """
            <script type="module">
            localStorage.left = 'left';
            await new Promise((done) => { indexedDB.open('left').onsuccess = done; });
            await caches.open('left');
            console.log('1..1\\nok 1 - leaves');
            </script>
            """
        let (first, one) = try await run("1.html", leaving)
        let (second, two) = try await run("2.html", leaving)
        let (third, _) = try await run("3.html", Self.passing)
        #expect(one.passed && two.passed)
        #expect(first === second && second === third)
        #expect(processes.replacements == [])
    }

    @Test func `the search names the data that a page has left`() async throws {
        let (process, _) = try await run(
            "1.html",
            """
            <script type="module">
            localStorage.left = 'left';
            await new Promise((done) => { indexedDB.open('left').onsuccess = done; });
            console.log('1..1\\nok 1 - leaves');
            </script>
            """)
        #expect(await process.leftovers() == "sw://app.localhost has localStorage, IndexedDB.")
        #expect(await process.wipe() == nil)
        #expect(await process.leftovers() == nil)
    }

    @Test func `the page after a page that hangs while it closes has a new process`() async throws {
        let hanging = "<script>addEventListener('pagehide', () => { for (;;); }); console.log('1..1\\nok 1')</script>"
        let (first, one) = try await run("1.html", hanging)
        let (second, two) = try await run("2.html", Self.passing)
        #expect(one.passed && two.passed)
        #expect(first !== second)
        #expect(processes.replacements == ["The web process hangs."])
    }

    @Test func `the page after a page that times out has a new process`() async throws {
        let (first, one) = try await run("1.html", "<script>for (;;);</script>", timeout: 1)
        let (second, two) = try await run("2.html", Self.passing)
        #expect(one.completion == .timedOut)
        #expect(two.passed)
        #expect(first !== second)
        #expect(processes.replacements == ["The web process has ended."])
    }

    @Test func `the page after a page that disconnects the network has a new process`() async throws {
        let (first, one) = try await run(
            "1.html",
            """
            <script type="module">
            await fetch('/___testing___/offline', { headers: { 'X-SWWebView-Request': '1' } });
            console.log(`1..1\\n${navigator.onLine ? 'not ok' : 'ok'} 1 - is offline`);
            </script>
            """)
        let online = "<script>console.log(`1..1\\n${navigator.onLine ? 'ok' : 'not ok'} 1 - is online`)</script>"
        let (second, two) = try await run("2.html", online)
        #expect(one.passed && two.passed)
        #expect(first !== second)
    }

    @Test func `each page of a suite with a data store has a new process`() async throws {
        for page in ["1.html", "2.html"] {
            try folder.write(
                "<script>localStorage.count = +(localStorage.count ?? 0) + 1; console.log('1..1\\nok 1 - ' + localStorage.count)</script>",
                to: page)
        }
        var options = PageSuiteOptions()
        options.page.dataStore = .nonPersistent()
        let results = try await PageSuite(at: folder.url.path, options: options).run()
        #expect(results.flatMap(\.tests).map(\.fullName) == ["1", "2"])
    }
}
