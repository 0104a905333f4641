/// Data that `fetch` and `caches` keep. Apple API.
public let WKWebsiteDataTypeFetchCache = "WKWebsiteDataTypeFetchCache"
/// Responses on the disk. Apple API.
public let WKWebsiteDataTypeDiskCache = "WKWebsiteDataTypeDiskCache"
/// Responses in memory. Apple API.
public let WKWebsiteDataTypeMemoryCache = "WKWebsiteDataTypeMemoryCache"
/// Resources of offline web applications. Apple API.
public let WKWebsiteDataTypeOfflineWebApplicationCache = "WKWebsiteDataTypeOfflineWebApplicationCache"
/// Cookies. Apple API.
public let WKWebsiteDataTypeCookies = "WKWebsiteDataTypeCookies"
/// Data of `sessionStorage`. Apple API.
public let WKWebsiteDataTypeSessionStorage = "WKWebsiteDataTypeSessionStorage"
/// Data of `localStorage`. Apple API.
public let WKWebsiteDataTypeLocalStorage = "WKWebsiteDataTypeLocalStorage"
/// WebSQL databases. Apple API.
public let WKWebsiteDataTypeWebSQLDatabases = "WKWebsiteDataTypeWebSQLDatabases"
/// IndexedDB databases. Apple API.
public let WKWebsiteDataTypeIndexedDBDatabases = "WKWebsiteDataTypeIndexedDBDatabases"
/// Service workers. Apple API.
public let WKWebsiteDataTypeServiceWorkerRegistrations = "WKWebsiteDataTypeServiceWorkerRegistrations"
/// Files of the origin's private file system. Apple API; WebKitGTK neither lists nor removes them.
public let WKWebsiteDataTypeFileSystem = "WKWebsiteDataTypeFileSystem"
/// Recent searches of search fields. Apple API; WebKitGTK neither lists nor removes them.
public let WKWebsiteDataTypeSearchFieldRecentSearches = "WKWebsiteDataTypeSearchFieldRecentSearches"
/// Keys of encrypted media. Apple API; WebKitGTK neither lists nor removes them.
public let WKWebsiteDataTypeMediaKeys = "WKWebsiteDataTypeMediaKeys"
/// The salt of the device ids that pages see. Apple API.
public let WKWebsiteDataTypeHashSalt = "WKWebsiteDataTypeHashSalt"
/// Data of Screen Time. Apple API; Linux has none.
public let WKWebsiteDataTypeScreenTime = "WKWebsiteDataTypeScreenTime"
