import Foundation
import ScriptTools

/// The kind of file at a path.
enum FileKind {
    case file
    case folder
    case other

    /// Follows symbolic links; nil where there is nothing.
    init?(_ url: URL) {
        let resolved = url.resolvingSymlinksInPath().path(percentEncoded: false)
        guard let type = try? FileManager.default.attributesOfItem(atPath: resolved)[.type] as? FileAttributeType else {
            return nil
        }
        switch type {
        case .typeRegular: self = .file
        case .typeDirectory: self = .folder
        default: self = .other
        }
    }
}

/// Walks folders for pages. Never enters a folder through a symbolic link, so it ends.
struct PageWalk {
    /// Folders whose pages are parts of other pages.
    static let supportFolders: Set<String> = ["resources", "support", "harness", "node_modules"]

    /// Whether the walk also finds scripts whose names mark them as tests.
    var findsScripts = false
    /// Folders that could not be listed.
    private(set) var unreadable: [URL] = []

    init(findsScripts: Bool = false) { self.findsScripts = findsScripts }

    /// All pages below a folder, in the order of their paths' bytes.
    mutating func pages(in folder: URL) -> [URL] {
        var found: [URL] = []
        var folders = [folder]
        while let folder = folders.popLast() {
            for name in names(in: folder) where !name.hasPrefix(".") {
                let url = folder.appending(path: name)
                switch FileKind(url) {
                case .file where isPage(name): found.append(url)
                case .folder where !Self.supportFolders.contains(name) && !isLink(url): folders.append(url)
                default: break
                }
            }
        }
        return found.sorted(by: Self.precedes)
    }

    /// The pages below a folder whose path matches.
    mutating func pages(matching parts: ArraySlice<GlobPattern.Part>, in folder: URL) -> [URL] {
        guard let part = parts.first else { return [] }
        let rest = parts.dropFirst()
        var found: [URL] = []
        switch part {
        case .folders:
            // `**` at the end is every page below.
            if rest.isEmpty { return pages(in: folder) }
            found = pages(matching: rest, in: folder)
            for name in names(in: folder) where !name.hasPrefix(".") && !Self.supportFolders.contains(name) {
                let url = folder.appending(path: name)
                if FileKind(url) == .folder, !isLink(url) { found += pages(matching: parts, in: url) }
            }
        case .component(let component):
            for name in names(in: folder) where component.matches(name) {
                let url = folder.appending(path: name)
                if rest.isEmpty {
                    if isPage(name) || (component.endsInScript && isScript(name)), FileKind(url) == .file {
                        found.append(url)
                    }
                } else if FileKind(url) == .folder {
                    found += pages(matching: rest, in: url)
                }
            }
        }
        return found
    }

    /// Whether one path comes before another, by their bytes: the same on every machine, in every language.
    static func precedes(_ first: URL, _ second: URL) -> Bool {
        first.path(percentEncoded: false).utf8.lexicographicallyPrecedes(second.path(percentEncoded: false).utf8)
    }

    private func isPage(_ name: String) -> Bool {
        if findsScripts, ScriptFile.isTest(name) { return true }
        let name = name.lowercased()
        return name.hasSuffix(".html") || name.hasSuffix(".htm")
    }

    private func isScript(_ name: String) -> Bool { findsScripts && ScriptFile.isScript(name) }

    private mutating func names(in folder: URL) -> [String] {
        guard let names = try? FileManager.default.contentsOfDirectory(atPath: folder.path(percentEncoded: false))
        else {
            unreadable.append(folder)
            return []
        }
        return names
    }

    private func isLink(_ url: URL) -> Bool {
        (try? FileManager.default.destinationOfSymbolicLink(atPath: url.path(percentEncoded: false))) != nil
    }
}
