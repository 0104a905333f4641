public import Foundation

/// A subscription of a registration to changes of cookies:
/// [cookie change subscription](https://cookiestore.spec.whatwg.org/#cookie-change-subscription).
public struct CookieSubscription: Sendable, Hashable, Codable {
    /// The name of the cookies; nil for all.
    public var name: String?
    /// The address whose cookies count. It begins with the registration's scope.
    public var url: URL
}
