import Foundation
import Synchronization
import URLInterception

/// The sources of a page's scripts, for excerpts and file names. Positions come from the page and may be wrong, so that only
/// files of mapped folders are read.
final class PageSources: Sendable {
    private static let longest: Int64 = 16 << 20
    private let map: OriginMap
    private let currentFolder: String
    private let known = Mutex(Known())

    private struct Known {
        var texts: [String: String?] = [:]
        var maps: [String: SourceMap?] = [:]
        /// The texts of sources that source maps contain, by address.
        var contents: [String: String] = [:]
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
        let script = position.url
        if let original = sourceMap(of: script)?.original(line: position.line, column: position.column) {
            let url = URL(string: original.source, relativeTo: mapBase(of: script))?.absoluteURL
            position = SourcePosition(
                url: url?.absoluteString ?? original.source, line: original.line, column: original.column)
            if let content = original.content { known.withLock { $0.contents[position.url] = content } }
        }
        position.file = path(of: position.url)
        return position
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
        let content = known.withLock { $0.contents[position.url] } ?? text(position.url)
        return content.flatMap { SourceExcerpt(of: $0, at: position) }
    }

    /// Returns the path of a file of a mapped folder, relative to the current folder if below it.
    private func path(of address: String) -> String? {
        guard let url = URL(string: address), case .folder(let loader)? = map.target(for: url) else { return nil }
        var file = loader.folder.appending(path: String(url.path(percentEncoded: false).drop { $0 == "/" }))
        if file.hasDirectoryPath { file.append(path: "index.html") }
        let path = file.standardizedFileURL.path(percentEncoded: false)
        guard FileKind(file) == .file else { return nil }
        return path.hasPrefix(currentFolder) ? String(path.dropFirst(currentFolder.count)) : path
    }

    private func sourceMap(of address: String) -> SourceMap? {
        if let found = known.withLock({ $0.maps[address] }) { return found }
        var map: SourceMap?
        if let reference = text(address).flatMap({ SourceMap.address(in: $0) }) {
            if let data = SourceMap.data(of: reference) {
                map = SourceMap(json: data)
            } else if let url = URL(string: reference, relativeTo: URL(string: address))?.absoluteURL {
                map = text(url.absoluteString).flatMap { SourceMap(json: Data($0.utf8)) }
            }
        }
        known.withLock { $0.maps[address] = .some(map) }
        return map
    }

    /// Returns the base URL of the sources in a script's map.
    private func mapBase(of address: String) -> URL? {
        let script = URL(string: address)
        guard let reference = text(address).flatMap({ SourceMap.address(in: $0) }), !reference.hasPrefix("data:") else {
            return script
        }
        return URL(string: reference, relativeTo: script)?.absoluteURL
    }

    private func text(_ address: String) -> String? {
        known.withLock { known in
            if let found = known.texts[address] { return found }
            var text: String?
            if let url = URL(string: address), case .folder(let folder)? = map.target(for: url) {
                text = folder.text(at: url, upTo: Self.longest)
                if text == nil, url.path.hasSuffix("/") {
                    text = folder.text(at: url.appending(path: "index.html"), upTo: Self.longest)
                }
            }
            known.texts[address] = .some(text)
            return text
        }
    }
}
