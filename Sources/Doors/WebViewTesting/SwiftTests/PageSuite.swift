public import Foundation

/// Page suites for Swift tests: pages of mocha, QUnit, Jasmine, testharness.js and TAP, each of their tests a case.
///
/// ```swift
/// @Test(arguments: try await PageSuite(at: "Pages/tests").cases())
/// func `a test of a page passes`(_ test: PageSuiteCase) throws { try test.expectPassed() }
/// ```
public struct PageSuite: Sendable {
    /// The pages, in the order they run.
    public let pages: [PageReference]
    /// The options of the runs.
    public var options: PageSuiteOptions

    /// Finds the pages of a file, a folder, a glob or an address; see ``PageSuiteDiscovery``.
    ///
    /// - Parameter folder: what the path is relative to; nil for the current folder.
    /// - Throws: ``PageSuiteDiscoveryError`` where there are none.
    public init(
        at path: String, relativeTo folder: URL? = nil, options: PageSuiteOptions = PageSuiteOptions()
    ) throws {
        pages = try PageSuiteDiscovery(currentFolder: folder, map: options.page.origins).pages(for: [path])
        self.options = options
    }

    /// Runs the pages, and returns what each reported.
    @MainActor
    public func run() async -> [PageRunResult] {
        let runner = PageSuiteRunner(pages: pages, options: options)
        _ = await runner.run()
        return runner.pageResults
    }

    /// Runs the pages, and returns each of their tests, and each failure of a page itself, as a case.
    @MainActor
    public func cases() async -> [PageSuiteCase] {
        await run().flatMap { page in
            page.tests.map { PageSuiteCase(page: page.page, name: $0.fullName, outcome: .test($0)) }
                + page.failures.map { PageSuiteCase(page: page.page, name: $0.kind.rawValue, outcome: .failure($0)) }
        }
    }
}

/// One test of a page, or one failure of the page itself, that has run.
public struct PageSuiteCase: Sendable, Codable, CustomStringConvertible {
    /// The outcome of a test or failure.
    public enum Outcome: Sendable, Codable {
        /// A test of the page's.
        case test(PageTestResult)
        /// A failure of the page itself.
        case failure(PageFailure)
    }

    /// The page's display name.
    public let page: String
    /// The test's whole name, or the failure's kind.
    public let name: String
    /// The outcome of the case.
    public let outcome: Outcome

    /// The page and the test.
    public var description: String { "\(page): \(name)" }

    /// Fails where the test did not hold. One that was skipped, or is to be done, does not fail.
    ///
    /// - Throws: ``PageSuiteFailure``, with all there is to know.
    public func expectPassed() throws(PageSuiteFailure) {
        switch outcome {
        case .test(let test):
            guard test.status.isFailure else { return }
            let printed = test.console.map { "[\($0.level.rawValue)] \($0.text)" }
            throw PageSuiteFailure(lines: [description] + FailureText.lines(of: test) + printed)
        case .failure(let failure):
            throw PageSuiteFailure(lines: [description] + FailureText.lines(of: failure))
        }
    }
}

/// A test of a page that did not hold.
public struct PageSuiteFailure: Error, CustomStringConvertible {
    /// The test's name, its message, the difference, where it is, and what was printed.
    public let description: String

    init(lines: [String]) { description = lines.joined(separator: "\n") }
}
