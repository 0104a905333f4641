public import Foundation
import ScriptTools
public import Simulator
public import URLInterception
import WebKit

/// Finds the pages that the command's arguments name: files, folders, globs and addresses.
///
/// ```swift
/// let pages = try PageSuiteDiscovery().pages(for: ["Pages/tests", "more/**/*.html"])
/// ```
public struct PageSuiteDiscovery: Sendable {
    private let currentFolder: URL
    private let map: OriginMap
    private let scope: Scope
    private let host: AppFramework

    /// The kinds of files that a discovery finds, and the folders that serve them.
    public enum Scope: Sendable {
        /// HTML pages. The origin shows the folder of the argument, or the folder of a single file.
        case pages
        /// HTML pages and test scripts. The origin shows the project's folder, see ``ProjectRoot``.
        case project
    }

    /// Makes a discovery.
    ///
    /// - Parameters:
    ///   - currentFolder: the folder that paths start from; nil for the process's own.
    ///   - map: the mapped origins, whose addresses are pages whatever their scheme.
    ///   - scope: the kinds of files to find.
    ///   - host: the framework, whose origin shows the folder of the app's pages, such as Capacitor's `webDir`.
    public init(
        currentFolder: URL? = nil, map: OriginMap = OriginMap(), scope: Scope = .pages, host: AppFramework = .swwebview
    ) {
        self.map = map
        self.host = host
        self.scope = scope
        let path = FileManager.default.currentDirectoryPath
        let folder = currentFolder ?? URL(filePath: path, directoryHint: .isDirectory)
        self.currentFolder = folder.standardizedFileURL
    }

    /// The pages the arguments name: in the order of the arguments, inside one by the bytes of their paths, each page once.
    ///
    /// - Throws: ``PageSuiteDiscoveryError`` for the first argument that names none. Reads folders on the calling thread.
    public func pages(for arguments: [String]) throws(PageSuiteDiscoveryError) -> [PageReference] {
        guard !arguments.isEmpty else {
            throw PageSuiteDiscoveryError(
                .nothingGiven, argument: "", "Nothing to test: name a page, a folder or a glob, such as Pages/tests.")
        }
        var pages: [PageReference] = []
        var seen: Set<PageReference.Location> = []
        for argument in arguments {
            for page in try self.pages(for: argument) where seen.insert(page.location).inserted { pages.append(page) }
        }
        return pages
    }

    private func pages(for argument: String) throws(PageSuiteDiscoveryError) -> [PageReference] {
        guard !argument.isEmpty else {
            throw PageSuiteDiscoveryError(
                .notFound, argument: argument, "“” names no page. Name a page, a folder or a glob; . is this folder.")
        }
        if let page = try address(argument) { return [page] }
        var path = argument
        if argument.lowercased().hasPrefix("file://"), let url = URL(string: argument) {
            path = url.path(percentEncoded: false)
        }
        let url = self.url(path)
        switch FileKind(url) {
        case .file:
            if scope == .project { try check(url, argument: argument) }
            return [page(url, root: url.deletingLastPathComponent())]
        case .folder: return try folder(url, argument: argument)
        case .other, nil:
            guard GlobPattern.isPattern(argument) else {
                throw PageSuiteDiscoveryError(
                    .notFound, argument: argument,
                    "There is no file or folder \(argument); check the path (seen from \(currentFolder.path)).")
            }
            return try glob(argument)
        }
    }

    /// Throws for a file that is neither a page nor a script.
    private func check(_ file: URL, argument: String) throws(PageSuiteDiscoveryError) {
        let kinds = "Pages are *.html and *.htm files, and scripts *.js, *.mjs, *.ts, *.jsx and *.tsx files."
        switch file.pathExtension.lowercased() {
        case "vue", "svelte":
            throw PageSuiteDiscoveryError(
                .noPage, argument: argument, "\(argument) has to be compiled before it can run. \(kinds)")
        case "json", "jsonc", "txt", "md", "css", "scss", "map", "yaml", "yml", "toml", "csv", "lock", "har":
            throw PageSuiteDiscoveryError(.noPage, argument: argument, "\(argument) is no page. \(kinds)")
        default: break
        }
    }

    private func address(_ argument: String) throws(PageSuiteDiscoveryError) -> PageReference? {
        guard let colon = argument.firstRange(of: "://") else { return nil }
        let scheme = argument[..<colon.lowerBound].lowercased()
        if scheme == "file" || scheme.isEmpty || GlobPattern.isPattern(scheme) { return nil }
        guard let url = URL(string: argument), url.host() != nil,
            ["http", "https", "sw"].contains(scheme) || map.target(for: url) != nil
        else {
            throw PageSuiteDiscoveryError(
                .unusableAddress, argument: argument,
                "\(argument) is no address of a page; use http://, https:// or sw:// and a host, an origin that --map "
                    + "names, or a path.")
        }
        if let port = url.port, RestrictedPorts.contains(url) {
            throw PageSuiteDiscoveryError(
                .blockedPort, argument: argument,
                "\(argument) cannot be reached: browsers load nothing from port \(port), which belongs to another protocol."
            )
        }
        return PageReference(displayName: argument, location: .url(url))
    }

    private func folder(_ url: URL, argument: String) throws(PageSuiteDiscoveryError) -> [PageReference] {
        var walk = PageWalk(findsScripts: scope == .project)
        let found = walk.pages(in: url)
        if let unreadable = walk.unreadable.first, found.isEmpty {
            throw PageSuiteDiscoveryError(
                .unreadable, argument: argument, "The folder \(unreadable.path) cannot be read; check its permissions.")
        }
        guard !found.isEmpty else {
            throw PageSuiteDiscoveryError(
                .emptyFolder, argument: argument,
                "The folder \(argument) has no page: put *.html files into it, or scripts named *.test.js (folders named "
                    + "\(PageWalk.supportFolders.sorted().joined(separator: ", ")) are left out).")
        }
        return found.map { page($0, root: url) }
    }

    private func glob(_ argument: String) throws(PageSuiteDiscoveryError) -> [PageReference] {
        var found: [(url: URL, root: URL)] = []
        for pattern in GlobPattern.patterns(argument) {
            let base = self.url(pattern.base)
            var walk = PageWalk(findsScripts: scope == .project)
            found += walk.pages(matching: pattern.parts[...], in: base).map { ($0, base) }
        }
        guard !found.isEmpty else {
            throw PageSuiteDiscoveryError(
                .noMatch, argument: argument,
                "No page matches \(argument); it must match *.html or *.htm files, or scripts. ** crosses folders, * does not."
            )
        }
        found.sort { PageWalk.precedes($0.url, $1.url) }
        return found.map { page($0.url, root: $0.root) }
    }

    private func url(_ path: String) -> URL {
        guard !path.isEmpty else { return currentFolder }
        return URL(filePath: path, relativeTo: currentFolder).absoluteURL.standardizedFileURL
    }

    private func page(_ url: URL, root: URL) -> PageReference {
        let path = url.path(percentEncoded: false)
        let folder = currentFolder.path(percentEncoded: false)
        let prefix = folder.hasSuffix("/") ? folder : folder + "/"
        let name = path.hasPrefix(prefix) ? String(path.dropFirst(prefix.count)) : path
        let found =
            WebFolder.containing(url, of: host)
            ?? (scope == .project ? ProjectRoot.folder(of: url, currentFolder: currentFolder, given: root) : root)
        let root = URL(filePath: found.path(percentEncoded: false), directoryHint: .isDirectory)
        return PageReference(displayName: name, location: .file(url), root: root)
    }
}
