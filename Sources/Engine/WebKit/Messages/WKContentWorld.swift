/// A set of global variables: scripts in different worlds see the same document, but not each other. Apple API.
///
/// Main actor only. Worlds of the same name share their variables in every view.
@preconcurrency @MainActor
open class WKContentWorld: NSObject {
    /// The name given to ``world(name:)``; nil for ``page`` and ``defaultClient``. Apple API.
    open private(set) var name: String?

    /// The name WebKit knows the world by: nil for the page's own world, a reserved one for ``defaultClient``.
    let worldName: String?

    /// The script that gives the world what its configuration says; nil for a usual world.
    let script: String?

    private init(name: String?, worldName: String?) {
        self.name = name
        self.worldName = worldName
        script = nil
        super.init()
    }

    /// Makes a world of its own, whose scripts can do what the configuration says. Apple API.
    public init(configuration: Configuration) {
        Self.configuredWorlds += 1
        worldName = "SWWebView/configured/\(Self.configuredWorlds)"
        script = WorldScript.source(
            handles: configuration.jsHandleCreationEnabled, nodes: configuration.nodeSerializationEnabled)
        super.init()
    }

    /// The world of the page's own scripts. Apple API.
    open class var page: WKContentWorld { pageWorld }

    /// A world for the application's scripts, unseen by the page. Apple API.
    open class var defaultClient: WKContentWorld { clientWorld }

    /// The world of that name; the same object for the same name while somebody holds it. Apple API.
    open class func world(name: String) -> WKContentWorld {
        if let world = namedWorlds[name]?.world { return world }
        let world = WKContentWorld(name: name, worldName: name)
        namedWorlds = namedWorlds.filter { $0.value.world != nil }
        namedWorlds[name] = WeakWorld(world: world)
        return world
    }

    private struct WeakWorld {
        weak var world: WKContentWorld?
    }

    private static let pageWorld = WKContentWorld(name: nil, worldName: nil)
    private static let clientWorld = WKContentWorld(name: nil, worldName: "SWWebView/defaultClient")
    private static var configuredWorlds = 0
    private static var namedWorlds: [String: WeakWorld] = [:]
}
