import Foundation
import URLInterception

/// The address that a page is loaded from: a file is below `sw://app.localhost/`, so that modules and `fetch` work as on a host.
public struct PageAddress: Sendable {
    /// The address to load.
    public let url: URL
    /// The origins that answer for it.
    public let map: OriginMap

    /// Finds the address of a page.
    ///
    /// - Parameter root: the folder that the origin shows; nil for the one the page was found in.
    /// - Throws: ``PageAddressError`` for a file outside the root, `DirectoryLoaderError` for a folder that can't be read.
    public init(of page: PageReference, root: URL? = nil, map: OriginMap = OriginMap()) throws {
        switch page.location {
        case .url(let url):
            self.url = url
            self.map = map
        case .file(let file):
            let folder = (root ?? page.root ?? file.deletingLastPathComponent()).resolvingSymlinksInPath()
            let base = folder.path.hasSuffix("/") ? folder.path : folder.path + "/"
            // A folder's own address ends in a slash, as a person would open it.
            let resolved = file.resolvingSymlinksInPath().path
            let path = file.hasDirectoryPath && !resolved.hasSuffix("/") ? resolved + "/" : resolved
            guard path.hasPrefix(base), let origin = Origin("sw://\(PageOptions.host)") else {
                throw PageAddressError(page: page.displayName, root: folder.path)
            }
            var components = URLComponents()
            components.scheme = "sw"
            components.host = PageOptions.host
            components.path = "/" + path.dropFirst(base.count)
            guard let url = components.url else { throw PageAddressError(page: page.displayName, root: folder.path) }
            var map = map
            map.map(origin, to: .folder(try DirectoryLoader(folder: folder)))
            self.url = url
            self.map = map
        }
    }
}

/// A page that lies outside the folder that is served.
public struct PageAddressError: Error, CustomStringConvertible {
    let page: String
    let root: String

    /// A message that says what is wrong and what to do.
    public var description: String {
        "\(page) is not inside the root folder \(root). Name a root that holds it (--root FOLDER)."
    }
}
