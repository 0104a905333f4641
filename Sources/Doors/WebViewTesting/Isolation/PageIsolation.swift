/// The ways of isolating a page from earlier pages.
public enum PageIsolation: String, Sendable, CaseIterable {
    /// A web process for many pages, one after the other. Data, caches, workers, windows and settings are removed between two
    /// pages. A process is replaced after a crash or hang, and where data of a page remains. The process is also replaced after a page
    /// with service workers on http(s), which WebKit does not remove.
    case data
    /// New web processes for each page. A page then takes about a quarter of a second longer.
    case process
}
