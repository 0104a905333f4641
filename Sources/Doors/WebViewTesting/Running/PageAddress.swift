import Foundation
import ScriptTools
public import Simulator
import URLInterception

/// The address that a page is loaded from. Files have an address below `sw://app.localhost/`, or below the origin of a host
/// profile, so that modules and `fetch` work as on a server.
public struct PageAddress: Sendable {
    /// The address to load.
    public let url: URL
    /// The origins that answer for it.
    public let map: OriginMap
    /// The generated files beside a page of the served folder; nil for an address.
    let site: ScriptSite?

    /// Finds the address of a page.
    ///
    /// - Parameters:
    ///   - root: the folder that the origin shows; nil for the folder that the page was found in.
    ///   - map: further origins.
    ///   - origin: the origin of files whose page names none: ``SimulatorOptions/origin``.
    ///   - framework: the test library for the pages of scripts.
    /// - Throws: ``PageAddressError`` for a file outside the root, `DirectoryLoaderError` for a folder that can't be read.
    public init(
        of page: PageReference, root: URL? = nil, map: OriginMap = OriginMap(),
        servedAt origin: String = SimulatorOptions.filesOrigin, framework: FrameworkChoice = FrameworkChoice()
    ) throws {
        switch page.location {
        case .url(let url):
            self.url = url
            self.map = map
            site = nil
        case .file(let file):
            let origin = page.origin ?? origin
            guard let served = Origin(origin), var components = URLComponents(string: origin) else {
                throw PageAddressError(page: page.displayName, root: origin)
            }
            var mapped: URL?
            switch map.targets[served] {
            case .folder(let loader)?: mapped = loader.folder
            case .base(let server)?: throw PageAddressError(page: page.displayName, origin: origin, server: server)
            case nil: break
            }
            let folder = (root ?? mapped ?? page.root ?? file.deletingLastPathComponent()).resolvingSymlinksInPath()
            let base = folder.path.hasSuffix("/") ? folder.path : folder.path + "/"
            // A folder's own address ends in a slash, as a person would open it.
            let resolved = file.resolvingSymlinksInPath().path
            let path = file.hasDirectoryPath && !resolved.hasSuffix("/") ? resolved + "/" : resolved
            guard path.hasPrefix(base) else { throw PageAddressError(page: page.displayName, root: folder.path) }
            components.path = "/" + path.dropFirst(base.count)
            let isScript = ScriptFile.isScript(path)
            if isScript { components.query = ScriptPage.query }
            guard let url = components.url else { throw PageAddressError(page: page.displayName, root: folder.path) }
            var map = map
            var loader = try DirectoryLoader(folder: folder)
            let script = isScript ? URL(filePath: path) : nil
            let site = ScriptSite(folder: loader, script: script, choice: framework)
            loader.maker = site
            map.map(served, to: .folder(loader))
            self.url = url
            self.map = map
            self.site = site
        }
    }
}

extension PageAddress {
    /// Finds the address of a page of an app.
    ///
    /// - Throws: ``PageAddressError``, and `DirectoryLoaderError` for a folder that cannot be read.
    package init(of page: PageReference, _ options: SimulatorOptions) throws {
        try self.init(of: page, root: options.files, map: options.origins, servedAt: options.origin)
    }
}

/// A page that lies outside the folder that is served, or whose origin a server answers.
public struct PageAddressError: Error, CustomStringConvertible {
    /// A message that says what is wrong and what to do.
    public let description: String

    init(page: String, root: String) {
        description = "\(page) is not inside the root folder \(root). Name a root that holds it (--root FOLDER)."
    }

    init(page: String, origin: String, server: URL) {
        description = """
            \(page) is a file, and --map has \(server.absoluteString) answer \(origin). Name the page by its address, such as \
            \(origin)/, or leave the entry of --map out.
            """
    }
}
