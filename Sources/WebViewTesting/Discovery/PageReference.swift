public import Foundation

/// A page to run.
public struct PageReference: Sendable, Hashable, Codable {
    /// Where a page is.
    public enum Location: Sendable, Hashable, Codable {
        /// A file, to be served from its root; or a folder, whose `index.html` is the page.
        case file(URL)
        /// An address: http, https, sw, or any scheme of a mapped origin.
        case url(URL)
    }

    /// What reports call the page: a path as seen from the current folder, or the address.
    public var displayName: String
    /// Where the page is.
    public var location: Location
    /// The folder a file is served from: the folder given, or the file's own; nil for an address.
    public var root: URL?

    /// A page by its parts.
    public init(displayName: String, location: Location, root: URL? = nil) {
        self.displayName = displayName
        self.location = location
        self.root = root
    }
}
