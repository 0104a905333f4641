import Foundation
import WebViewTesting

/// The pages that `swwebview test --watch` knows, with their results and the files that they depend on.
struct WatchSelection {
    private(set) var pages: [PageReference] = []
    private var results: [String: PageRunResult] = [:]
    /// The part of a page's name that pages to run have; empty for all.
    var nameFilter = ""

    /// Replaces the pages by those that there are now, and returns the new ones.
    mutating func update(_ found: [PageReference]) -> [PageReference] {
        let known = Set(pages.map(\.displayName))
        pages = found
        let names = Set(found.map(\.displayName))
        results = results.filter { names.contains($0.key) }
        return filtered(found.filter { !known.contains($0.displayName) })
    }

    mutating func note(_ finished: [PageRunResult]) {
        for result in finished { results[result.page] = result }
    }

    /// All pages that the name filter lets through.
    var all: [PageReference] { filtered(pages) }

    /// The pages that failed when they ran last, and those that have not run.
    var failed: [PageReference] { all.filter { results[$0.displayName]?.passed != true } }

    /// Whether each page that ran passed.
    var isPassed: Bool { results.values.allSatisfy(\.passed) }

    /// Returns the pages that depend on one of these files; an empty set stands for any file.
    func affected(by paths: Set<String>) -> [PageReference] {
        guard !paths.isEmpty else { return all }
        return all.filter { page in
            if case .file(let file) = page.location, paths.contains(Self.canonical(file)) { return true }
            return results[page.displayName]?.files.map { !paths.isDisjoint(with: $0) } ?? false
        }
    }

    private func filtered(_ pages: [PageReference]) -> [PageReference] {
        nameFilter.isEmpty ? pages : pages.filter { $0.displayName.localizedCaseInsensitiveContains(nameFilter) }
    }

    static func canonical(_ file: URL) -> String { file.resolvingSymlinksInPath().path(percentEncoded: false) }
}
