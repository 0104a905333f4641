/// A script that is put into every page of a view. Apple API. Main actor only.
@preconcurrency @MainActor
open class WKUserScript: NSObject, NSCopying {
    /// The text of the script. Apple API.
    open private(set) var source: String

    /// When the script is put in. Apple API.
    open private(set) var injectionTime: WKUserScriptInjectionTime

    /// Whether frames inside the page go without the script. Apple API.
    open private(set) var isForMainFrameOnly: Bool

    /// The world that the script runs in.
    let contentWorld: WKContentWorld

    /// Makes a script that runs in the page's own world. Apple API.
    public init(source: String, injectionTime: WKUserScriptInjectionTime, forMainFrameOnly: Bool) {
        self.source = source
        self.injectionTime = injectionTime
        self.isForMainFrameOnly = forMainFrameOnly
        contentWorld = .page
        super.init()
    }

    /// Makes a script that runs in the given world. Apple API.
    public init(
        source: String, injectionTime: WKUserScriptInjectionTime, forMainFrameOnly: Bool,
        in contentWorld: WKContentWorld
    ) {
        self.source = source
        self.injectionTime = injectionTime
        self.isForMainFrameOnly = forMainFrameOnly
        self.contentWorld = contentWorld
        super.init()
    }

    /// Returns the script itself, which cannot change. Apple API.
    nonisolated open func copy(with zone: NSZone? = nil) -> Any { self }
}
