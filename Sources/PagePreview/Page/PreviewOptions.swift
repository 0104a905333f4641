public import WebViewTesting

/// How a page is previewed.
public struct PreviewOptions: Sendable {
    /// How its view is made, with the device that it stands in for.
    public var view: PageSuiteOptions
    /// Whether the page is loaded again when a file changes.
    public var watchesFiles = false
    /// Whether the Web Inspector is opened.
    public var opensInspector = false

    /// The usual options for a view.
    public init(view: PageSuiteOptions) { self.view = view }
}
