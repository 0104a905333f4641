/// The ways of keeping a page from what the pages before it have left.
public enum PageIsolation: String, Sendable, CaseIterable {
    /// One web process runs the pages of a worker. Between two pages their data, caches, workers, windows and settings are
    /// removed. A process that crashes or hangs is replaced, and so is one that still has something of a page, or whose page had
    /// service workers on http(s): WebKit does not remove these.
    case data
    /// Each page has web processes of its own. A page takes about a quarter of a second longer.
    case process
}
