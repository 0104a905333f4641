import Foundation
import HTTPMessages
import Reports
import ScriptTools
import URLInterception
import WebKit

/// The part of ``TestingEndpoint`` that keeps snapshots beside the tests. The host decides what is written, not the page.
@MainActor
final class PageSnapshots {
    /// The snapshots of a page whose tests have ended.
    private struct Report: Decodable {
        /// New texts by name.
        var entries: [String: String]
        /// The names that no test has compared.
        var obsolete: [String]
        var files: [FileSnapshot]
        var calls: [Call]
    }

    private struct FileSnapshot: Decodable {
        var path: String
        var text: String
    }

    /// A snapshot for the arguments of a call.
    private struct Call: Decodable {
        var url: String
        var line: Int
        var column: Int
        var method: String
        var text: String
    }

    private static let largest = 128 << 20

    private let page: PageReference
    private let update: SnapshotUpdate
    private let located: (SourcePosition) -> (SourcePosition, URL)?
    private let record: (SnapshotCounts) -> Void

    /// - Parameters:
    ///   - located: the closure that returns the original position of one in a served script, and its file; nil for others.
    ///   - record: the closure that receives what was done.
    init(
        page: PageReference, update: SnapshotUpdate, located: @escaping (SourcePosition) -> (SourcePosition, URL)?,
        record: @escaping (SnapshotCounts) -> Void
    ) {
        (self.page, self.update, self.located, self.record) = (page, update, located, record)
    }

    /// Answers the endpoint. `GET` returns the test's snapshots, with `?module` as a module, or with `?file=PATH` the text of a file;
    /// `POST` keeps new ones.
    func respond(_ url: URL, _ method: String, _ body: BodyStream) async throws -> LoadedResource {
        if url.query == "module" {
            let object: JSONValue
            do { object = try state } catch { object = ["error": .string(error.message), "entries": [:]] }
            let text = "export default \(String(decoding: object.data, as: UTF8.self));\n"
            return try .answer(url, type: "text/javascript; charset=utf-8", body: BodyStream(Data(text.utf8)))
        }
        return try await LoadedResource.refusing(url) {
            if method == "POST" {
                let report = try await body.message(Report.self, upTo: Self.largest)
                record(try keep(report, in: try TestFolder(of: page)))
                return try .json(url, [:])
            }
            guard let path = Query(url)["file"] else { return try .json(url, try state) }
            let text = ScriptFile.text(of: try TestFolder(of: page).file(at: path), upTo: Self.largest)
            return try .json(url, ["text": text.map { .string($0) } ?? .null])
        }
    }

    /// The test's snapshots, and which of them the run writes.
    private var state: JSONValue {
        get throws(EndpointRefusal) {
            let folder = try TestFolder(of: page)
            let entries = try known(folder)?.entries ?? [:]
            return [
                "update": .string(update.rawValue), "file": .string(Self.path(of: folder)),
                "entries": .object(entries.mapValues { .string($0) }),
            ]
        }
    }

    /// The path of the test's snapshots, from its folder.
    private static func path(of folder: TestFolder) -> String {
        "__snapshots__/\(folder.page.lastPathComponent).snap"
    }

    private func known(_ folder: TestFolder) throws(EndpointRefusal) -> SnapshotFile? {
        let path = Self.path(of: folder)
        let file = try folder.file(at: path)
        guard FileKind(file) != nil else { return nil }
        guard let text = ScriptFile.text(of: file, upTo: Self.largest) else {
            throw EndpointRefusal("\(path) cannot be read as UTF-8")
        }
        do {
            return try SnapshotFile(text: text)
        } catch {
            throw EndpointRefusal(
                "\(path) is no file of snapshots, see its line \(error.line). Mend it, or remove it.")
        }
    }

    private func keep(_ report: Report, in folder: TestFolder) throws(EndpointRefusal) -> SnapshotCounts {
        var counts = SnapshotCounts()
        let earlier = try known(folder)
        let known = earlier?.entries ?? [:]
        var snapshots = SnapshotFile(entries: known)
        if update != .none {
            for (name, text) in report.entries {
                if known[name] == nil {
                    counts.written += 1
                } else if update == .all {
                    counts.updated += 1
                } else {
                    continue
                }
                snapshots.entries[name] = text
            }
        }
        let obsolete = report.obsolete.filter { known[$0] != nil }
        if update == .all {
            for name in obsolete { snapshots.entries[name] = nil }
            counts.removed = obsolete.count
        } else {
            counts.obsolete = obsolete.sorted(by: NaturalOrder.precedes)
        }
        let path = Self.path(of: folder)
        if snapshots.entries != known {
            let file = try folder.file(at: path)
            if snapshots.entries.isEmpty {
                try? FileManager.default.removeItem(at: file)
            } else {
                try folder.write(Data(snapshots.text.utf8), to: file)
            }
        }
        guard update != .none else { return counts }
        for snapshot in report.files {
            let file = try folder.file(at: snapshot.path)
            let isNew = FileKind(file) == nil
            guard isNew || update == .all else { continue }
            let own = [try folder.file(at: path), folder.page].map { $0.resolvingSymlinksInPath().path }
            guard !own.contains(file.resolvingSymlinksInPath().path) else {
                throw EndpointRefusal("“\(snapshot.path)” is a file of the test itself")
            }
            try folder.write(Data(snapshot.text.utf8), to: file)
            if isNew { counts.written += 1 } else { counts.updated += 1 }
        }
        try keep(report.calls, in: folder, &counts)
        return counts
    }

    private static let inlineMatchers = ["toMatchInlineSnapshot", "toThrowErrorMatchingInlineSnapshot"]

    /// Writes snapshots into the calls of scripts in the test's folder.
    private func keep(_ calls: [Call], in folder: TestFolder, _ counts: inout SnapshotCounts) throws(EndpointRefusal) {
        var changes: [URL: [InlineSnapshots.Change]] = [:]
        for call in calls {
            let positions = 1...Int(Int32.max)
            guard Self.inlineMatchers.contains(call.method), positions.contains(call.line),
                positions.contains(call.column)
            else {
                throw EndpointRefusal("“\(call.method)” at \(call.line):\(call.column) has no snapshot in its call")
            }
            let position = SourcePosition(url: call.url, line: call.line, column: call.column)
            guard let (place, file) = located(position), folder.isBelow(file), let column = place.column else {
                throw EndpointRefusal(
                    "\(call.method) is called in \(call.url), which is not below the folder of the test")
            }
            let change = InlineSnapshots.Change(
                line: place.line, column: column, method: call.method, text: call.text)
            changes[file, default: []].append(change)
        }
        for (file, changes) in changes.sorted(by: { $0.key.path < $1.key.path }) {
            let name = file.lastPathComponent
            guard let text = ScriptFile.text(of: file, upTo: Self.largest) else {
                throw EndpointRefusal("\(name) cannot be read as UTF-8")
            }
            let written: String
            do {
                written = try InlineSnapshots.script(text, with: changes, replaces: update == .all)
            } catch {
                throw EndpointRefusal(
                    "\(name):\(error.change.line): there is no call of \(error.change.method) here. WebKit does not say "
                        + "where a function calls it as its last expression: write { \(error.change.method)(…); }")
            }
            guard written != text else { continue }
            try folder.write(Data(written.utf8), to: file)
            counts.written += changes.count
        }
    }
}
