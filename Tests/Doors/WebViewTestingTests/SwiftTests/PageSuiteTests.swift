import Foundation
import TestSupport
import Testing
import WebViewTesting

/// Page suites as Swift tests.
@Suite(.serialized, .hangLimit(minutes: 2)) struct PageSuiteTests {
    /// Two pages, one of which fails on purpose.
    private static func cases() async throws -> [PageSuiteCase] {
        let folder = try TemporaryFolder()
        try folder.write("<script>console.log('1..2\\nok 1 - adds\\nok 2 # SKIP later')</script>", to: "1.html")
        try folder.write(
            "<script>console.log('before'); console.log('1..1\\nnot ok 1 - divides\\n  ---\\n  message: by zero\\n  ...')</script>",
            to: "2.html")
        try folder.write("<script>throw new Error('out of luck')</script>", to: "3.html")
        return try await PageSuite(at: folder.url.path).cases()
    }

    @Test(arguments: try await cases())
    func `expectPassed throws for a failed test's case, with its diagnosis and console`(test: PageSuiteCase) throws {
        #expect(test.description.hasSuffix(": \(test.name)"))
        if test.page.hasSuffix("1.html") {
            try test.expectPassed()
        } else {
            let error = #expect(throws: PageSuiteFailure.self) { try test.expectPassed() }
            let says = test.page.hasSuffix("2.html") ? ["divides", "by zero", "[log] before"] : ["out of luck"]
            for text in says { #expect(error?.description.contains(text) == true) }
        }
    }

    @Test func `the tests of all pages and an uncaught error are the cases of a suite`() async throws {
        #expect(try await Self.cases().map(\.name) == ["adds", "test 2", "divides", "uncaught error"])
    }

    @Test @MainActor func `pages that run one after the other see nothing of each other`() async throws {
        let folder = try TemporaryFolder()
        // The first leaves nothing behind, the second does, in one way each.
        let leaving = [
            "localStorage.left = 'yes'", "await new Promise((done) => { indexedDB.open('left').onsuccess = done; })",
            "await caches.open('left')", "document.body.append(document.createElement('iframe'))",
            "window.name = 'left'; sessionStorage.left = 'yes'; history.pushState(1, '')",
        ]
        for (index, script) in leaving.enumerated() {
            let page = """
                <body><script type="module">
                const seen = [localStorage.length, sessionStorage.length, window.name, history.length,
                    (await indexedDB.databases()).length, (await caches.keys()).length, document.referrer].join();
                \(script);
                console.log(`1..1\\n${seen === "0,0,,1,0,0," ? "" : "not "}ok 1 - ${seen}`);
                </script>
                """
            try folder.write(page, to: "\(index)-a.html")
            try folder.write(page, to: "\(index)-b.html")
        }
        let results = try await PageSuite(at: folder.url.path).run()
        #expect(results.count == 10)
        #expect(results.flatMap(\.tests).map(\.fullName) == Array(repeating: "0,0,,1,0,0,", count: 10))
        #expect(results.allSatisfy { $0.passed })
    }
}
