/// A script of the view's own that watches the main frame's documents and posts text.
///
/// It runs in a world that only such scripts have. The page can neither call its handler nor see its variables, and other frames
/// do not run it.
@MainActor
struct PageWatch {
    static let world = WKContentWorld.world(name: "SWWebView/watch")

    /// The name of the script's message handler.
    var name: String
    var source: String
    var receive: @MainActor (String) -> Void

    var script: WKUserScript { Self.script(source) }

    /// Returns a script of the watches' world.
    static func script(_ source: String) -> WKUserScript {
        WKUserScript(source: source, injectionTime: .atDocumentStart, forMainFrameOnly: true, in: world)
    }
}
