public import Foundation
import HTTPMessages
import ProcessFiles
import ScriptTools

/// The pages that failed in the last run from a working directory, kept in the user's cache folder.
public struct LastRun: Sendable {
    private struct Form: Codable {
        var folder: String
        var failed: [String]
    }

    private let folder: String
    private let file: URL

    /// - Parameters:
    ///   - folder: the working directory of the run.
    ///   - caches: the folder of the user's caches; nil for `$XDG_CACHE_HOME`, or else `~/.cache`.
    public init(in folder: String = FileManager.default.currentDirectoryPath, caches: URL? = nil) {
        self.folder = folder
        let base =
            caches ?? UserCaches.folder() ?? FileManager.default.homeDirectoryForCurrentUser.appending(path: ".cache")
        file = base.appending(path: "swwebview/last-run/\(String(folder.stableHash, radix: 16)).json")
    }

    /// The display names of the pages that failed.
    public var failedPages: Set<String> {
        guard let data = FileManager.default.contents(atPath: file.path(percentEncoded: false)),
            let form = try? JSONText.decode(Form.self, from: data), form.folder == folder
        else { return [] }
        return Set(form.failed)
    }

    /// Keeps the pages that failed, in place of those of the run before. A page that was stopped counts as failed.
    ///
    /// - Throws: an error of Foundation's where the cache folder cannot be written.
    public func note(_ results: [PageRunResult]) throws {
        let failed = results.filter { !$0.passed || $0.completion == .stopped }.map(\.page)
        guard !failed.isEmpty || !failedPages.isEmpty else { return }
        try PrivateFiles.makeFolder(file.deletingLastPathComponent().deletingLastPathComponent())
        try PrivateFiles.claim(file.deletingLastPathComponent())
        try PrivateFiles.replace(file, with: JSONText.encode(Form(folder: folder, failed: failed)))
    }
}
