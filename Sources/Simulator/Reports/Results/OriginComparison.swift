/// The tests of pages whose results differ between the bridge's origin and the same pages on a web origin.
///
/// On the web origin WebKit's own service workers run the pages, so a difference is a place where the bridge and WebKit disagree.
public struct OriginComparison: Sendable, Equatable {
    /// The web origin: the one that service workers see in place of `sw://app.localhost`.
    public static let webOrigin = "https://app.localhost"

    /// A test with two results.
    public struct Difference: Sendable, Equatable, CustomStringConvertible {
        /// The page's display name.
        public var page: String
        /// The test's full name, or the kind of a page's own failure.
        public var test: String
        /// The outcome over the bridge: `passed`, `failed`, `skipped`, `todo`, `timedOut` or `missing`.
        public var bridge: String
        /// The outcome on the web origin.
        public var web: String

        /// The difference in one line.
        public var description: String {
            "\(ReportText.line(page)) › \(ReportText.line(test)): \(bridge) over the bridge, \(web) on \(OriginComparison.webOrigin)"
        }
    }

    /// The differences, in the order of the pages and of their tests.
    public let differences: [Difference]

    /// Compares the two results of each page.
    package init(_ pages: [(bridge: PageRunResult, web: PageRunResult)]) {
        differences = pages.flatMap { bridge, web -> [Difference] in
            let (ours, theirs) = (Self.outcomes(of: bridge), Self.outcomes(of: web))
            let names = ours.map(\.name) + theirs.map(\.name).filter { name in !ours.contains { $0.name == name } }
            return names.compactMap { name in
                let here = ours.first { $0.name == name }?.status ?? "missing"
                let there = theirs.first { $0.name == name }?.status ?? "missing"
                guard here != there else { return nil }
                return Difference(page: bridge.page, test: name, bridge: here, web: there)
            }
        }
    }

    private static func outcomes(of page: PageRunResult) -> [(name: String, status: String)] {
        page.tests.map { ($0.fullName, $0.status.rawValue) } + page.failures.map { ($0.kind.rawValue, "failed") }
    }
}
