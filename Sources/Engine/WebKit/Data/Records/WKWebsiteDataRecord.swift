import CWebKitGTK

/// The data that one site keeps in a data store. Apple API. Main actor only.
@preconcurrency @MainActor
open class WKWebsiteDataRecord: NSObject {
    private let name: String
    private let types: Set<String>
    /// WebKit's part of the data; nil for a site of which only a companion has data.
    let handle: OpaquePointer?

    /// Makes a record of nothing, for a subclass that overrides the properties. Apple API.
    public override init() {
        (name, types, handle) = ("", [], nil)
        super.init()
    }

    init(name: String, types: Set<String>, handle: OpaquePointer?) {
        self.name = name
        self.types = types
        self.handle = handle.map { cwk_website_data_retain($0) }
        super.init()
    }

    // The deinitializer is not isolated, so that subclasses may have a plain one, as on iOS.
    deinit { MainThread.run { if let handle { cwk_website_data_release(handle) } } }

    /// The site: the registrable domain of its hosts, such as `example.com` for `www.example.com`. Apple API.
    open var displayName: String { name }

    /// The kinds of data, `WKWebsiteDataType…`. Apple API.
    open var dataTypes: Set<String> { types }

    /// Returns the name of the site that a cookie belongs to.
    static func site(of cookie: HTTPCookie) -> String {
        displayName(ofHost: cookie.domain.hasPrefix(".") ? String(cookie.domain.dropFirst()) : cookie.domain)
    }

    /// Returns the name of a host's site.
    package static func displayName(ofHost host: String) -> String { RegistrableDomain.listed(host: host) }
}
