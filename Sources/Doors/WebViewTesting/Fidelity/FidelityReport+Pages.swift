public import Simulator

extension FidelityReport {
    /// Collects the uses of pages.
    public init(_ pages: [PageRunResult], ios: IOSVersion?) {
        var uses: [String: [Use]] = [:]
        for page in pages {
            for use in page.webAPIs ?? [] {
                uses[use.api, default: []].append(
                    Use(api: use.api, page: page.page, count: use.count, position: use.position?.description))
            }
        }
        let features = WebAPI.all.compactMap { api -> Feature? in
            let found = api.apis.flatMap { uses[$0] ?? [] }
            guard !found.isEmpty else { return nil }
            return Feature(
                feature: api.feature.filter { $0 != "`" }, class: api.class, since: api.ios,
                guide: FidelityText.guide(api),
                source: api.source.map { "https://github.com/mdn/browser-compat-data/blob/main/\($0)" }, uses: found)
        }
        self.init(ios: ios?.rawValue, features: features)
    }
}
