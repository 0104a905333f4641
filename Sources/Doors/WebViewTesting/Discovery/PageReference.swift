public import Foundation
import ScriptTools

/// A page to run.
public struct PageReference: Sendable, Hashable, Codable {
    /// The location of a page.
    public enum Location: Sendable, Hashable, Codable {
        /// A file, to be served from its root; or a folder, whose `index.html` is the page.
        case file(URL)
        /// An address: http, https, sw, or any scheme of a mapped origin.
        case url(URL)
    }

    /// The name of the page in reports: a path relative to the current folder, or the address.
    public var displayName: String
    /// The location of the page.
    public var location: Location
    /// The folder a file is served from: the folder given, or the file's own; nil for an address.
    public var root: URL?
    /// The origin that a file is served at; nil for the run's own, see ``SimulatorOptions/origin``.
    public var origin: String?

    /// Whether the page is a script, for which a page is made.
    public var isScript: Bool {
        if case .file(let file) = location { ScriptFile.isScript(file.path(percentEncoded: false)) } else { false }
    }

    /// A page by its parts.
    public init(displayName: String, location: Location, root: URL? = nil) {
        self.displayName = displayName
        self.location = location
        self.root = root
    }
}
