import Foundation
import ScriptTools
import Synchronization
import URLInterception
import WebKit

/// The sources of a page's scripts, for excerpts and file names. Positions come from the page and may be wrong, so that only
/// files of mapped folders are read.
final class PageSources: Sendable {
    private static let longest: Int64 = 16 << 20
    private let map: OriginMap
    private let currentFolder: String
    private let known = Mutex(Known())

    private struct Known {
        var texts: [String: String?] = [:]
        var maps: [String: FoundMap?] = [:]
        /// The texts of sources that source maps contain, by address.
        var contents: [String: String] = [:]
    }

    /// The source map of a script, and the address that its sources are relative to.
    private struct FoundMap {
        var map: SourceMap
        var base: URL?
    }

    init(map: OriginMap) {
        self.map = map
        let folder = FileManager.default.currentDirectoryPath
        currentFolder = folder.hasSuffix("/") ? folder : folder + "/"
    }

    /// Replaces the positions of a test's failure with positions in the original files, and adds an excerpt.
    func annotate(_ test: inout PageTestResult) {
        test.stack = test.stack.map { located($0) }
        test.position = test.position.map { located($0) }
        test.source = test.position.flatMap { excerpt(at: $0) }
    }

    /// Replaces the positions of a page's failure with positions in the original files, and adds an excerpt.
    func annotate(_ failure: inout PageFailure) {
        failure.stack = failure.stack.map { located($0) }
        failure.position = failure.position.map { located($0) }
        failure.source = failure.position.flatMap { excerpt(at: $0) }
    }

    /// Returns the position in the original source, with the path of its file.
    func located(_ position: SourcePosition) -> SourcePosition {
        guard position.file == nil else { return position }
        var position = position
        if let found = sourceMap(of: position.url),
            let original = found.map.original(line: position.line, column: position.column)
        {
            let url = URL(string: original.source, relativeTo: found.base)?.absoluteURL
            position = SourcePosition(
                url: url?.absoluteString ?? original.source, line: original.line, column: original.column)
            if let content = original.content { known.withLock { $0.contents[position.url] = content } }
        }
        position.file = path(of: position.url)
        return position
    }

    /// Returns the position in the original source with its file; nil where that is no file of a mapped folder.
    func original(_ position: SourcePosition) -> (SourcePosition, URL)? {
        let position = located(position)
        return file(of: position.url).map { (position, $0) }
    }

    /// Returns a stack with positions in the original sources.
    func located(_ stack: String) -> String {
        stack.split(separator: "\n", omittingEmptySubsequences: false).map { frame in
            guard let (position, range) = SourcePosition.found(in: frame) else { return String(frame) }
            return frame[..<range.lowerBound] + located(position).description + frame[range.upperBound...]
        }.joined(separator: "\n")
    }

    /// The lines around a position; nil where it is in no file of a mapped folder.
    private func excerpt(at position: SourcePosition) -> SourceExcerpt? {
        let content = known.withLock { $0.contents[position.url] } ?? fileText(position.url)
        return content.flatMap { SourceExcerpt(of: $0, at: position) }
    }

    /// Returns the file of a mapped folder at an address.
    private func file(of address: String) -> URL? {
        guard let url = URL(string: address), case .folder(let loader)? = map.target(for: url) else { return nil }
        var file = loader.folder.appending(path: String(url.path(percentEncoded: false).drop { $0 == "/" }))
        if file.hasDirectoryPath { file.append(path: "index.html") }
        return FileKind(file) == .file ? file.standardizedFileURL : nil
    }

    /// Returns the path of a file of a mapped folder, relative to the current folder if below it.
    private func path(of address: String) -> String? {
        guard let path = file(of: address)?.path(percentEncoded: false) else { return nil }
        return path.hasPrefix(currentFolder) ? String(path.dropFirst(currentFolder.count)) : path
    }

    private func sourceMap(of address: String) -> FoundMap? {
        if let found = known.withLock({ $0.maps[address] }) { return found }
        let found = text(address).flatMap { SourceMap.address(in: $0) }.flatMap { reference -> FoundMap? in
            let script = URL(string: address)
            if reference.hasPrefix("data:") {
                return DataURL.content(of: reference).flatMap { SourceMap(json: $0.bytes) }.map {
                    FoundMap(map: $0, base: script)
                }
            }
            guard let url = URL(string: reference, relativeTo: script)?.absoluteURL else { return nil }
            return text(url.absoluteString).flatMap { SourceMap(json: Data($0.utf8)) }.map {
                FoundMap(map: $0, base: url)
            }
        }
        known.withLock { $0.maps[address] = .some(found) }
        return found
    }

    /// Returns the text of the file at an address, which may be compiled before it is served.
    private func fileText(_ address: String) -> String? {
        guard let url = URL(string: address), case .folder(let folder)? = map.target(for: url), folder.maker != nil
        else { return text(address) }
        return folder.text(at: url, upTo: Self.longest) ?? text(address)
    }

    private func text(_ address: String) -> String? {
        // A page can name a file by any number of queries.
        let address = String(address.prefix { $0 != "?" && $0 != "#" })
        return known.withLock { known in
            if let found = known.texts[address] { return found }
            var text: String?
            if let url = URL(string: address), case .folder(let folder)? = map.target(for: url) {
                text = folder.servedText(at: url, upTo: Self.longest)
                if text == nil, url.path.hasSuffix("/") {
                    text = folder.text(at: url.appending(path: "index.html"), upTo: Self.longest)
                }
            }
            known.texts[address] = .some(text)
            return text
        }
    }
}
