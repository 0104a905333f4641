/// The result of a search in a page. Apple API. Main actor only.
@preconcurrency @MainActor
open class WKFindResult: NSObject, NSCopying {
    /// Whether the search found a match. Apple API.
    public let matchFound: Bool

    init(matchFound: Bool) { self.matchFound = matchFound }

    /// Returns the result itself, which is immutable. Apple API.
    nonisolated open func copy(with zone: NSZone? = nil) -> Any { self }
}
