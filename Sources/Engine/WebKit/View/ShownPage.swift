/// The facts about the page that a view shows, and about its latest load.
@MainActor
struct ShownPage {
    /// The URL of the document that is shown, as it was when it arrived.
    var committedURL: URL?
    /// The automatic reloads after the end of the page's web process.
    var relaunches = PageRelaunches()
    /// The address of the latest load that has started.
    var startedURL: URL?
    /// The address of a document of the main frame whose response was allowed, until the document is shown.
    var arrivingURL: URL?
    /// The address of the latest navigation of the main frame that the delegate has allowed, until the document is shown or the load
    /// fails.
    var allowedURL: URL?
    /// The content mode of the latest navigation.
    var contentMode = WKWebpagePreferences.ContentMode.recommended
    /// The scale of the page in its content mode.
    var layoutScale = 1.0
    /// A load that has finished, but that the delegate has not been told about yet.
    var unreportedFinish: WKNavigation?
    /// The address of the last load that failed; not every error names it.
    var failedURL: URL?
    /// The latest file page that the web process has refused.
    var refusedFile: URL?
    /// Whether the view of an application with app-bound domains has shown an address of this device.
    var hasShownOwnAddress = false
}
