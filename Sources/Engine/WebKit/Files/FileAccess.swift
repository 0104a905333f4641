/// The folders that the file pages of a view may read. Main actor only.
///
/// A page may read the folder that the application named when it loaded the page. A page that the user reaches through a link
/// may read the same folder. A page of the back-forward list may read its earlier folder.
@MainActor
struct FileAccess {
    private static let most = 1024

    /// The folder that the current document may read; nil for none.
    private(set) var current: URL?
    private var requested: (page: String, folder: URL)?
    private var announced: (page: String, folder: URL)?
    /// The folders of earlier pages, by URL.
    private var known: [String: URL] = [:]

    private var hasCrashed = false

    /// The folder of the document that opened the view.
    var inherited: URL?

    /// Records a page that the application loads. Without a folder, the page may read the folder that contains it.
    mutating func request(_ page: URL, folder: URL? = nil) {
        guard page.isFileURL else { return }
        let own = page.hasDirectoryPath ? page : page.deletingLastPathComponent()
        requested = (page.textWithoutFragment, folder ?? own)
    }

    /// Returns the folder to announce to the web process before it loads the page; nil where the folder of the current document
    /// stays in effect.
    mutating func folder(for page: URL, isRepeated: Bool, isFirst: Bool) -> URL? {
        let key = page.textWithoutFragment
        var folder: URL?
        if let requested, requested.page == key {
            folder = requested.folder
        } else if isRepeated || hasCrashed {
            // WebKit doesn't report a reload after a crash as a reload. No page can navigate at this time.
            folder = known[key]
        } else if isFirst {
            folder = inherited
        }
        if let folder { announced = (key, folder) }
        return folder
    }

    /// Records the end of the web process.
    mutating func processEnded() { hasCrashed = true }

    /// Records that a document has been committed.
    mutating func committed(_ page: URL?) {
        hasCrashed = false
        guard let page, page.isFileURL else {
            current = nil
            return
        }
        let key = page.textWithoutFragment
        if let announced, announced.page == key { current = announced.folder }
        if requested?.page == key { requested = nil }
        announced = nil
        if known.count >= Self.most { known = [:] }
        known[key] = current
    }
}
