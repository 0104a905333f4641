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

    /// Compares the results of pages with those of their ``PageReference/webTwin``s.
    public init(_ pages: [PageReference], _ results: [PageRunResult]) {
        let byName = Dictionary(results.map { ($0.page, $0) }) { first, _ in first }
        differences = pages.flatMap { page -> [Difference] in
            guard let twin = page.webTwin, let bridge = byName[page.displayName], let web = byName[twin.displayName]
            else { return [] }
            let (ours, theirs) = (Self.outcomes(of: bridge), Self.outcomes(of: web))
            let names = ours.map(\.name) + theirs.map(\.name).filter { name in !ours.contains { $0.name == name } }
            return names.compactMap { name in
                let here = ours.first { $0.name == name }?.status ?? "missing"
                let there = theirs.first { $0.name == name }?.status ?? "missing"
                guard here != there else { return nil }
                return Difference(page: page.displayName, test: name, bridge: here, web: there)
            }
        }
    }

    private static func outcomes(of page: PageRunResult) -> [(name: String, status: String)] {
        page.tests.map { ($0.fullName, $0.status.rawValue) } + page.failures.map { ($0.kind.rawValue, "failed") }
    }
}

extension PageReference {
    /// The same page on ``OriginComparison/webOrigin``; nil for an address, which has an origin of its own.
    public var webTwin: PageReference? {
        guard case .file = location, origin == nil else { return nil }
        var twin = self
        twin.displayName += " (\(OriginComparison.webOrigin))"
        twin.origin = OriginComparison.webOrigin
        return twin
    }
}
