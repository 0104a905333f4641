import Foundation
import PagePreview
import URLInterception
import WebKit
import WebViewTesting

extension TestCommand {
    /// Runs the pages, and again those that a change concerns, until a person ends the command.
    @MainActor
    func watchPages(_ options: PageSuiteOptions) async throws {
        let found = try selectedPages(map: options.page.map, times: RunTimes(), last: LastRun())
        let interruption = Interruption()
        try WebKitEnvironment.prepare()
        var runner: PageSuiteRunner?
        let script = options.page.native.script.map { URL(fileURLWithPath: $0) }
        let loop = WatchLoop(
            script: script, grep: grep,
            discover: { try selectedPages(map: options.page.map, times: RunTimes(), last: LastRun()) },
            run: { pages, grep in
                var options = options
                options.wantedTests = try Self.pattern(grep)
                let reports = try Reports(reporter, output: output)
                let next = PageSuiteRunner(
                    pages: pages, options: options, executors: try executors(options, pages: pages.count, grep: grep),
                    reporters: reports.reporters)
                runner = next
                _ = await next.run()
                try ArchiveOptions.finish(options.page)
                try fidelity.write(next.pageResults, options.page)
                return next.pageResults
            }, write: { try? FileHandle.standardOutput.write(contentsOf: Data($0.utf8)) })
        interruption.onFirst {
            runner?.interrupt()
            loop.interrupt()
        }
        do {
            guard try await loop.result(watching: Self.folders(found, options, script)) else {
                throw ExitStatus.failure
            }
        } catch let error as FileChangesError {
            throw UsageError(error.description)
        }
    }

    /// The folders whose files pages load, none of which is inside another.
    private static func folders(_ pages: [PageReference], _ options: PageSuiteOptions, _ script: URL?) -> [URL] {
        let mapped = options.page.map.targets.values.compactMap { target in
            if case .folder(let loader) = target { loader.folder } else { nil }
        }
        let all =
            pages.compactMap(\.root) + [options.page.root, script?.deletingLastPathComponent()].compactMap(\.self)
            + mapped
        let paths = Set(all.map { WatchSelection.canonical($0) }).map { $0.hasSuffix("/") ? $0 : $0 + "/" }
        return paths.filter { path in !paths.contains { $0 != path && path.hasPrefix($0) } }.sorted()
            .map { URL(fileURLWithPath: $0, isDirectory: true) }
    }

    /// - Throws: ``UsageError`` for text that is no regular expression.
    static func pattern(_ grep: String?) throws -> NamePattern? {
        guard let grep else { return nil }
        guard let pattern = try? NamePattern(grep) else {
            throw UsageError("--grep: \(grep) is no regular expression. Escape what is not meant as one with \\.")
        }
        return pattern
    }
}
