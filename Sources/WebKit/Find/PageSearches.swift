import CWebKitGTK

/// One search in a page, as the application has asked for it.
@MainActor
struct PageSearch {
    let text: String
    let options: UInt32
    let view: OpaquePointer
    let completion: @MainActor (Bool) -> Void

    init(
        text: String, configuration: WKFindConfiguration, view: OpaquePointer,
        completion: @escaping @MainActor (Bool) -> Void
    ) {
        self.text = text
        self.view = view
        self.completion = completion
        let flags = [
            (configuration.backwards, CWK_FIND_BACKWARDS), (configuration.caseSensitive, CWK_FIND_CASE_SENSITIVE),
            (configuration.wraps, CWK_FIND_WRAPS),
        ]
        options = flags.reduce(0) { $1.0 ? $0 | $1.1.rawValue : $0 }
    }

    func begin() { cwk_view_find(view, text, options) }
}

/// The searches of a view, which run one after the other: WebKitGTK does not say which search a result belongs to.
@MainActor
final class PageSearches {
    /// The first one runs.
    private var searches: [PageSearch] = []

    nonisolated init() {}

    func add(_ search: PageSearch) {
        searches.append(search)
        if searches.count == 1 { search.begin() }
    }

    /// Ends the search that runs, and begins the next one.
    func ended(_ isFound: Bool) {
        guard !searches.isEmpty else { return }
        let search = searches.removeFirst()
        searches.first?.begin()
        search.completion(isFound)
    }

    /// Ends all searches without a match, because the page is gone.
    func endAll() {
        let ended = searches
        searches = []
        for search in ended { search.completion(false) }
    }
}
