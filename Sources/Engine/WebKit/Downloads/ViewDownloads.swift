/// The downloads of a view that have not begun, and the facts that they need.
@MainActor
struct ViewDownloads {
    typealias Begin = @MainActor (EngineDownload) -> Void

    /// The closures for downloads that WebKit must begin and has not reported yet.
    private var awaited: [(address: String, begin: Begin)] = []
    /// The URLs of custom schemes that frames navigate to, until their handler receives the request.
    private var expected: Set<String> = []
    /// The tasks that load documents of frames, until the delegate has decided about their response.
    private var tasks: [String: URLSchemeTask] = [:]
    /// The URLs of documents whose response names no type: WebKitGTK guesses one, and iOS shows none of them.
    private var typeless: Set<String> = []
    /// The URLs of links with the `download` attribute whose navigation the delegate has allowed.
    private var allowedLinks: Set<String> = []
    /// The latest allowed navigation, whether a user or the application began it, and the frame that did.
    private var last: (address: String, isUserInitiated: Bool, source: WKFrameInfo)?

    // MARK: WebKit's downloads

    /// Adds a closure that receives the download that WebKit reports for the URL.
    mutating func await(_ address: String, _ begin: @escaping Begin) { awaited.append((address, begin)) }

    /// Removes and returns the closure for a download that WebKit reports; nil where the view expects none.
    ///
    /// After a redirect, WebKit can report another URL. The first closure then receives the download.
    mutating func take(_ address: String) -> Begin? {
        guard let index = awaited.firstIndex(where: { $0.address == address }) ?? awaited.indices.first else {
            return nil
        }
        return awaited.remove(at: index).begin
    }

    // MARK: Navigations

    /// Records a navigation that the delegate has allowed.
    mutating func allow(_ url: URL, isUserInitiated: Bool, source: WKFrameInfo, isOfHandler: Bool) {
        last = (url.textWithoutFragment, isUserInitiated, source)
        if isOfHandler { expected.insert(url.textWithoutFragment) }
    }

    func isUserInitiated(_ url: URL?) -> Bool {
        guard let url, let last, last.address == url.textWithoutFragment else { return true }
        return last.isUserInitiated
    }

    /// Returns the frame that asked for the URL; nil where it is not known.
    func source(of url: URL?) -> WKFrameInfo? {
        guard let url, let last, last.address == url.textWithoutFragment else { return nil }
        return last.source
    }

    /// Returns whether a task loads the document of a frame, and keeps such a task: its response may become a download.
    mutating func answersFrame(_ task: URLSchemeTask) -> Bool {
        // A navigation to a fragment is allowed as well, and asks no handler.
        guard task.request.isForDocument, let url = task.request.url, expected.remove(url.textWithoutFragment) != nil
        else {
            return false
        }
        tasks[url.textWithoutFragment] = task
        return true
    }

    /// Removes and returns the task for the URL of a response that the delegate has decided about.
    mutating func takeTask(_ url: URL?) -> URLSchemeTask? {
        url.flatMap { tasks.removeValue(forKey: $0.textWithoutFragment) }
    }

    /// The response that a handler has given for the document at a URL, with its headers, which WebKitGTK doesn't report.
    func givenResponse(_ url: URL?) -> HTTPURLResponse? {
        url.flatMap { tasks[$0.textWithoutFragment]?.heldResponse as? HTTPURLResponse }
    }

    /// Removes the tasks of finished navigations.
    mutating func forgetTasks() {
        typeless = []
        for task in tasks.values { task.dropHeldBody() }
        tasks = [:]
        expected = []
    }

    /// Records that a document's response names no type.
    mutating func noteTypeless(_ url: URL) { typeless.insert(url.textWithoutFragment) }

    func isTypeless(_ url: URL?) -> Bool { url.map { typeless.contains($0.textWithoutFragment) } ?? false }

    // MARK: Links

    mutating func allowLink(_ url: URL) { allowedLinks.insert(url.absoluteString) }

    mutating func takeAllowedLink(_ url: URL?) -> Bool {
        url.map { allowedLinks.remove($0.absoluteString) != nil } ?? false
    }
}
