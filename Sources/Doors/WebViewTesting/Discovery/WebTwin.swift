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

extension OriginComparison {
    /// Compares the results of pages with those of their ``PageReference/webTwin``s.
    public init(_ pages: [PageReference], _ results: [PageRunResult]) {
        let byName = Dictionary(results.map { ($0.page, $0) }) { first, _ in first }
        self.init(
            pages.compactMap { page in
                guard let twin = page.webTwin, let bridge = byName[page.displayName], let web = byName[twin.displayName]
                else { return nil }
                return (bridge, web)
            })
    }
}
