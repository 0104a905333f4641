import CWebKitGTK

/// The place where the views of a data store keep cookies, caches and other data. Apple API. Main actor only.
///
/// Each store is a session of its own. A store can be chosen and named; reading and removing its data come later.
@preconcurrency @MainActor
open class WKWebsiteDataStore: NSObject {
    /// Whether the data outlives the process. Apple API.
    public let isPersistent: Bool

    private let folder: URL?
    /// The folder that the application chose for the data.
    package private(set) var chosenFolder: URL?
    /// An object that belongs to the store, kept as long as the store.
    package var companion: AnyObject?
    private lazy var sharedContext = WebContext(dataFolder: folder)
    /// The extension that the store's web processes load; nil before the store's first view, and where there is no such library.
    var processExtension: ProcessExtension?
    /// Whether the store's views have the bridge.
    var isBridged = false
    /// The hosts that ``rewrittenHosts`` names.
    var extensionHosts: [String] = []
    /// The interception of the store's http(s) requests; nil as long as WebKit loads them itself.
    var networkInterception: NetworkInterception?
    /// The channels of the store's documents; nil where none can be had.
    var channels: DocumentChannels?

    /// The web context of the store's views, made with the first of them.
    var context: WebContext { sharedContext }

    private init(folder: URL?) {
        self.folder = folder
        isPersistent = folder != nil
        super.init()
    }

    /// The store that views use unless told otherwise. Apple API.
    ///
    /// This store keeps its data in the folder `swwebview` of the user's data folder (`XDG_DATA_HOME`).
    open class func `default`() -> WKWebsiteDataStore { defaultStore }

    /// A new store that lives in memory, and ends with its views. Apple API.
    open class func nonPersistent() -> WKWebsiteDataStore { WKWebsiteDataStore(folder: nil) }

    /// The store that keeps its data in a folder of your choice, made if need be: the same one for each call, while it is
    /// held. Not of Apple's API, whose stores choose their folders themselves.
    public class func persistent(in folder: URL) -> WKWebsiteDataStore {
        let folder = folder.standardizedFileURL
        if let known = chosen[folder]?.store { return known }
        let store = WKWebsiteDataStore(folder: folder)
        store.chosenFolder = folder
        chosen[folder] = WeakStore(store: store)
        return store
    }

    private static var chosen: [URL: WeakStore] = [:]

    private struct WeakStore {
        weak var store: WKWebsiteDataStore?
    }

    private static let defaultStore = WKWebsiteDataStore(folder: defaultFolder)

    private static var defaultFolder: URL {
        let environment = ProcessInfo.processInfo.environment
        let base =
            environment["XDG_DATA_HOME"].map { URL(fileURLWithPath: $0, isDirectory: true) }
            ?? FileManager.default.homeDirectoryForCurrentUser.appendingPathComponent(".local/share", isDirectory: true)
        return base.appendingPathComponent("swwebview", isDirectory: true)
    }
}
