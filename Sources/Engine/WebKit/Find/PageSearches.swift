import CWebKitGTK

/// A search for text in a page.
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

/// A queue of a view's searches. Searches run one after the other, because WebKitGTK doesn't report the search that a result
/// belongs to.
@MainActor
final class PageSearches {
    /// The current search, followed by the waiting ones.
    private var searches: [PageSearch] = []

    nonisolated init() {}

    func add(_ search: PageSearch) {
        searches.append(search)
        if searches.count == 1 { search.begin() }
    }

    /// Completes the current search and begins the next one.
    func ended(_ isFound: Bool) {
        guard !searches.isEmpty else { return }
        let search = searches.removeFirst()
        searches.first?.begin()
        search.completion(isFound)
    }

    /// Completes all searches without a match, because the page is gone.
    func endAll() {
        let ended = searches
        searches = []
        for search in ended { search.completion(false) }
    }
}
