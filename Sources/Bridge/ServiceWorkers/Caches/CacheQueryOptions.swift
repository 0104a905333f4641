/// [CacheQueryOptions](https://w3c.github.io/ServiceWorker/#dictdef-cachequeryoptions).
public struct CacheQueryOptions: Sendable, Hashable {
    /// Whether addresses are compared without their query.
    public var ignoreSearch: Bool
    /// Whether a query that is no `GET` matches too.
    public var ignoreMethod: Bool
    /// Whether `Vary` is left out of account.
    public var ignoreVary: Bool

    /// Makes options; the defaults are JavaScript's.
    public init(ignoreSearch: Bool = false, ignoreMethod: Bool = false, ignoreVary: Bool = false) {
        self.ignoreSearch = ignoreSearch
        self.ignoreMethod = ignoreMethod
        self.ignoreVary = ignoreVary
    }
}
