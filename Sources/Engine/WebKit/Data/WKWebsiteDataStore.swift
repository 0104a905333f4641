import CWebKitGTK
import ProcessFiles

/// The place where the views of a data store keep cookies, caches and other data. Apple API. Main actor only.
///
/// Each store is a session of its own.
@preconcurrency @MainActor
open class WKWebsiteDataStore: NSObject {
    /// Whether the data outlives the process. Apple API.
    open var isPersistent: Bool { folder != nil && temporaryFolder == nil }

    private let folder: URL?
    /// The folder of a store that ends with its process.
    private var temporaryFolder: TemporaryFolder?
    /// The folder that the application chose for the data.
    package let chosenFolder: URL?
    /// An object that belongs to the store, kept as long as the store. A ``WebsiteDataCompanion`` has data of its own.
    package var companion: AnyObject?
    /// The UUID of a store that was made with one; nil for the default store and those that are not persistent. Apple API.
    open var identifier: UUID? { ownIdentifier }
    private let ownIdentifier: UUID?
    /// The cookies of the store: the same object each time. Apple API.
    open private(set) lazy var httpCookieStore = WKHTTPCookieStore(self)
    private lazy var sharedContext = makeContext()
    private var hasContext = false
    private var timeZone: String?
    /// The extension that the store's web processes load; nil before the store's first view, and where there is no such library.
    var processExtension: ProcessExtension?
    /// Whether the store's views have the bridge.
    var isBridged = false
    /// The hosts that ``rewrittenHosts`` names.
    var extensionHosts: [String] = []
    /// The interception of the store's http(s) requests; nil as long as WebKit loads them itself.
    var networkInterception: NetworkInterception?
    /// The proxies that the application has set.
    var proxies: [ProxyConfiguration] = []
    /// The network process's latest change of proxies.
    var proxySettling: NetworkSettling?
    /// The channels of the store's documents; nil where none can be had.
    var channels: DocumentChannels?

    /// The web context of the store's views, made with the first of them.
    var context: WebContext { sharedContext }

    /// The web context, for a call that no view need have come before.
    var preparedContext: WebContext {
        WebKitEnvironment.require()
        return sharedContext
    }

    /// The dates of the store's cookies; nil before the context is made.
    private(set) var cookieDates: CookieDates?

    /// The folder of WebKit's data; nil for a store in memory.
    var dataFolder: URL? { folder?.appendingPathComponent("data") }

    /// The folder of the pages' storage; nil for a store in memory.
    var storageFolder: URL? { dataFolder?.appendingPathComponent("storage") }

    /// The origins of the pages that the store's views have shown.
    var shownOrigins: Set<String> = []

    /// The cookies within reach of this process; nil while no view needs them.
    var knownCookieMirror: CookieMirror?

    /// The file of cookies that wait while cookies are disallowed; nil for a store in memory.
    var heldCookiesFile: URL? { folder?.appendingPathComponent("data/disallowed-cookies.json") }

    /// The names of what a store, the bridge and a simulated phone keep in the folder of a store.
    package static let folderNames: Set = ["data", "cache", "serviceworkers", "phone"]

    /// Chooses the time zone that the pages of the store find. WebKit takes it over when the store's first view is made.
    ///
    /// - Parameter timeZone: an identifier of the time zone database; nil for this machine's.
    /// - Returns: false where the store already has views with another.
    package func setTimeZone(_ timeZone: String?) -> Bool {
        if hasContext { return self.timeZone == timeZone }
        self.timeZone = timeZone
        return true
    }

    private func makeContext() -> WebContext {
        // WebKit's processes report a folder that cannot be written.
        if let folder { try? PrivateFiles.claim(folder, for: Self.folderNames) }
        let context = WebContext(
            dataFolder: folder, timeZone: timeZone)
        hasContext = true
        if isPersistent { WebKitEnvironment.hasPersistentData = true }
        if let file = heldCookiesFile, FileManager.default.fileExists(atPath: file.path) {
            httpCookieStore.giveBackHeldCookies(to: context, from: file)
        }
        cookieDates = CookieDates(context, file: folder?.appendingPathComponent("data/cookie-dates.json")) {
            [weak self] in self?.httpCookieStore.areCookiesAway ?? false
        }
        return context
    }

    /// Makes a store of a folder, or in memory.
    ///
    /// - Parameter isChosen: whether kinds of views that keep data of their own keep it in the folder too.
    init(folder: URL?, identifier: UUID? = nil, isChosen: Bool = false) {
        self.folder = folder
        ownIdentifier = identifier
        chosenFolder = isChosen ? folder : nil
        super.init()
    }

    /// The store that views use unless told otherwise. Apple API.
    ///
    /// This store keeps its data in the folder `swwebview` of the user's data folder (`XDG_DATA_HOME`).
    open class func `default`() -> WKWebsiteDataStore { defaultStore }

    /// A new store that lives in memory, and ends with its views. Apple API.
    open class func nonPersistent() -> WKWebsiteDataStore { WKWebsiteDataStore(folder: nil) }

    /// Makes a store that ends with its views, and has its data in a temporary folder, so that its pages have private file systems. WebKit has
    /// none in memory.
    package class func temporary() -> WKWebsiteDataStore {
        guard let folder = try? TemporaryFolder(prefix: "swwebview-store-") else { return nonPersistent() }
        let store = WKWebsiteDataStore(folder: folder.url)
        store.temporaryFolder = folder
        return store
    }

    /// The store that keeps its data in a folder of your choice, made if need be: the same one for each call, while it is
    /// held. Not of Apple's API, whose stores choose their folders themselves.
    public class func persistent(in folder: URL) -> WKWebsiteDataStore { store(in: folder, identifier: nil) }

    // MARK: Data

    /// Returns every kind of website data. Apple API.
    open class func allWebsiteDataTypes() -> Set<String> { WebsiteDataTypes.all }

    /// Gives a record for each site that has data of those kinds to the handler. Apple API.
    ///
    /// Service workers and caches of an `SWWebView` are included once the store has such a view. Pages of other custom schemes
    /// have no record.
    open func fetchDataRecords(
        ofTypes dataTypes: Set<String>, completionHandler: @escaping @MainActor ([WKWebsiteDataRecord]) -> Void
    ) {
        Task { @MainActor in completionHandler(await findRecords(ofTypes: dataTypes)) }
    }

    /// Returns a record for each site that has data of those kinds. Apple API. The form with a handler serves the call, as on iOS,
    /// where the two are one method.
    open func dataRecords(ofTypes dataTypes: Set<String>) async -> [WKWebsiteDataRecord] {
        await withCheckedContinuation { continuation in
            fetchDataRecords(ofTypes: dataTypes) { continuation.resume(returning: $0) }
        }
    }

    /// Removes data of those kinds that the records' sites have. Apple API.
    open func removeData(
        ofTypes dataTypes: Set<String>, for dataRecords: [WKWebsiteDataRecord],
        completionHandler: @escaping @MainActor () -> Void
    ) {
        Task { @MainActor in
            await remove(dataTypes, of: dataRecords)
            completionHandler()
        }
    }

    /// Removes data of those kinds that the records' sites have. Apple API. The form with a handler serves the call.
    open func removeData(ofTypes dataTypes: Set<String>, for dataRecords: [WKWebsiteDataRecord]) async {
        await withCheckedContinuation { continuation in
            removeData(ofTypes: dataTypes, for: dataRecords) { continuation.resume() }
        }
    }

    /// Removes data of those kinds that was modified since a date. Apple API.
    ///
    /// A cookie counts as modified when its value, expiry or flags change. As on iOS, service workers go whatever the date, and each
    /// entry of a cache has the date on which the entry was stored.
    ///
    /// WebKit writes responses to its disk cache up to a second after they came: one that waits for that is written after the removal.
    open func removeData(
        ofTypes dataTypes: Set<String>, modifiedSince date: Date, completionHandler: @escaping @MainActor () -> Void
    ) {
        Task { @MainActor in
            await remove(dataTypes, modifiedSince: date)
            completionHandler()
        }
    }

    /// Removes data of those kinds that was modified since a date. Apple API. The form with a handler serves the call.
    open func removeData(ofTypes dataTypes: Set<String>, modifiedSince date: Date) async {
        await withCheckedContinuation { continuation in
            removeData(ofTypes: dataTypes, modifiedSince: date) { continuation.resume() }
        }
    }

    // MARK: Folders

    static func store(in folder: URL, identifier: UUID?) -> WKWebsiteDataStore {
        if let known = storeInUse(in: folder) { return known }
        let folder = folder.standardizedFileURL
        let store = WKWebsiteDataStore(folder: folder, identifier: identifier, isChosen: true)
        chosen[folder] = WeakStore(store: store)
        return store
    }

    /// The store of a folder, if there is one in the process.
    static func storeInUse(in folder: URL) -> WKWebsiteDataStore? { chosen[folder.standardizedFileURL]?.store }

    private static var chosen: [URL: WeakStore] = [:]

    private struct WeakStore {
        weak var store: WKWebsiteDataStore?
    }

    private static let defaultStore = WKWebsiteDataStore(
        folder: userFolder.appendingPathComponent("swwebview", isDirectory: true))

    /// The user's data folder, which has the folders of all stores that choose theirs themselves.
    static var userFolder: URL {
        let environment = ProcessInfo.processInfo.environment
        return environment["XDG_DATA_HOME"].map { URL(fileURLWithPath: $0, isDirectory: true) }
            ?? FileManager.default.homeDirectoryForCurrentUser.appendingPathComponent(".local/share", isDirectory: true)
    }
}
