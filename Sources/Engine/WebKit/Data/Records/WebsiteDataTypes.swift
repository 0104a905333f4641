import CWebKitGTK

/// The kinds of website data, and the shim's bits for those that WebKitGTK knows.
enum WebsiteDataTypes {
    private static let bits: [String: UInt32] = [
        WKWebsiteDataTypeFetchCache: UInt32(CWK_DATA_FETCH_CACHE),
        WKWebsiteDataTypeDiskCache: UInt32(CWK_DATA_DISK_CACHE),
        WKWebsiteDataTypeMemoryCache: UInt32(CWK_DATA_MEMORY_CACHE),
        WKWebsiteDataTypeOfflineWebApplicationCache: UInt32(CWK_DATA_OFFLINE_APPLICATION_CACHE),
        WKWebsiteDataTypeCookies: UInt32(CWK_DATA_COOKIES),
        WKWebsiteDataTypeSessionStorage: UInt32(CWK_DATA_SESSION_STORAGE),
        WKWebsiteDataTypeLocalStorage: UInt32(CWK_DATA_LOCAL_STORAGE),
        WKWebsiteDataTypeWebSQLDatabases: UInt32(CWK_DATA_WEBSQL_DATABASES),
        WKWebsiteDataTypeIndexedDBDatabases: UInt32(CWK_DATA_INDEXEDDB_DATABASES),
        WKWebsiteDataTypeServiceWorkerRegistrations: UInt32(CWK_DATA_SERVICE_WORKER_REGISTRATIONS),
        WKWebsiteDataTypeHashSalt: UInt32(CWK_DATA_HASH_SALT),
    ]

    /// Every kind of Apple's API.
    static let all = Set(bits.keys).union([
        WKWebsiteDataTypeFileSystem, WKWebsiteDataTypeSearchFieldRecentSearches, WKWebsiteDataTypeMediaKeys,
        WKWebsiteDataTypeScreenTime,
    ])

    /// Returns the shim's bits for kinds; a kind that WebKitGTK doesn't know has none.
    static func bits(of types: Set<String>) -> UInt32 { types.reduce(0) { $0 | (bits[$1] ?? 0) } }

    /// Returns the kinds of the shim's bits.
    static func types(of set: UInt32) -> Set<String> { Set(bits.filter { set & $0.value != 0 }.keys) }
}
