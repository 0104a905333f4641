/// The downloads of a view that are about to begin, and the facts that they need.
@MainActor
struct ViewDownloads {
    typealias Begin = @MainActor (EngineDownload) -> Void

    /// The downloads that WebKit was told to begin and has not reported yet.
    private var awaited: [(address: String, begin: Begin)] = []
    /// The addresses of custom schemes that frames navigate to, until their handler is asked.
    private var expected: Set<String> = []
    /// The tasks that answer frames, until the delegate has decided about their response.
    private var tasks: [String: URLSchemeTask] = [:]
    /// The addresses of download links that the delegate lets navigate.
    private var allowedLinks: Set<String> = []
    /// The navigation that was allowed last, and whether a user or the application began it.
    private var last: (address: String, isUserInitiated: Bool)?

    // MARK: WebKit's downloads

    /// Calls `begin` with the download of the address that WebKit reports.
    mutating func await(_ address: String, _ begin: @escaping Begin) { awaited.append((address, begin)) }

    /// Returns the closure for a download that WebKit reports; nil for one that nobody asked for. WebKit can report another address
    /// of a redirect.
    mutating func take(_ address: String) -> Begin? {
        guard let index = awaited.firstIndex(where: { $0.address == address }) ?? awaited.indices.first else {
            return nil
        }
        return awaited.remove(at: index).begin
    }

    // MARK: Navigations

    /// Notes a navigation that the delegate has allowed.
    mutating func allow(_ url: URL, isUserInitiated: Bool, isOfHandler: Bool) {
        last = (Self.key(url), isUserInitiated)
        if isOfHandler { expected.insert(Self.key(url)) }
    }

    func isUserInitiated(_ url: URL?) -> Bool {
        guard let url, let last, last.address == Self.key(url) else { return true }
        return last.isUserInitiated
    }

    /// Returns whether a task answers a frame, whose body may have to go to a file.
    mutating func answersFrame(_ task: URLSchemeTask) -> Bool {
        guard let url = task.request.url, expected.remove(Self.key(url)) != nil else { return false }
        tasks[Self.key(url)] = task
        return true
    }

    /// Returns the task whose response the delegate has decided about.
    mutating func takeTask(_ url: URL?) -> URLSchemeTask? { url.flatMap { tasks.removeValue(forKey: Self.key($0)) } }

    /// Forgets the tasks of navigations that are over.
    mutating func forgetTasks() {
        for task in tasks.values { task.dropHeldBody() }
        tasks = [:]
        expected = []
    }

    // MARK: Links

    mutating func allowLink(_ url: URL) { allowedLinks.insert(url.absoluteString) }

    mutating func takeAllowedLink(_ url: URL?) -> Bool {
        url.map { allowedLinks.remove($0.absoluteString) != nil } ?? false
    }

    private static func key(_ url: URL) -> String { String(url.absoluteString.prefix { $0 != "#" }) }
}
