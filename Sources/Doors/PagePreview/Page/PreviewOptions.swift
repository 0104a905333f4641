public import Simulator

/// The options of a preview.
public struct PreviewOptions: Sendable {
    /// The options of the view, with the device that it simulates.
    public var view: SimulatorOptions
    /// Whether the page is loaded again when a file changes.
    public var watchesFiles = false
    /// Whether the Web Inspector is opened.
    public var opensInspector = false

    /// The usual options for a view.
    public init(view: SimulatorOptions) { self.view = view }
}
