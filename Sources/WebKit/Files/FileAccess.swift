/// The folders that the file pages of a view may read. Main actor only.
///
/// A page may read the folder that the application named when it loaded the page. A page that another one leads to may read
/// the same folder, and a step of the back-forward list what its page could read before.
@MainActor
struct FileAccess {
    private static let most = 1024

    /// The folder of the document that is shown; nil where it may read none.
    private(set) var current: URL?
    private var requested: (page: String, folder: URL)?
    private var announced: (page: String, folder: URL)?
    /// The folders of pages that were shown, by address.
    private var known: [String: URL] = [:]

    private var hasCrashed = false

    /// The folder of the document that opened the view.
    var inherited: URL?

    /// Notes a page that the application loads. Without a folder, the page may read its own.
    mutating func request(_ page: URL, folder: URL? = nil) {
        guard page.isFileURL else { return }
        let own = page.hasDirectoryPath ? page : page.deletingLastPathComponent()
        requested = (Self.key(page), folder ?? own)
    }

    /// Returns the folder to announce to the web process before it loads the page; nil leaves the decision to the folder of the
    /// document that is shown.
    mutating func folder(for page: URL, isRepeated: Bool, isFirst: Bool) -> URL? {
        let key = Self.key(page)
        var folder: URL?
        if let requested, requested.page == key {
            folder = requested.folder
        } else if isRepeated || hasCrashed {
            // A reload after a crash has no type of its own, and no page runs that could navigate.
            folder = known[key]
        } else if isFirst {
            folder = inherited
        }
        if let folder { announced = (key, folder) }
        return folder
    }

    /// The web process has ended, and no document has come since.
    mutating func processEnded() { hasCrashed = true }

    /// A document has come.
    mutating func committed(_ page: URL?) {
        hasCrashed = false
        guard let page, page.isFileURL else {
            current = nil
            return
        }
        let key = Self.key(page)
        if let announced, announced.page == key { current = announced.folder }
        if requested?.page == key { requested = nil }
        announced = nil
        if known.count >= Self.most { known = [:] }
        known[key] = current
    }

    private static func key(_ page: URL) -> String { String(page.absoluteString.prefix { $0 != "#" }) }
}
