import Foundation
import LocalServer
import PagePreview
import URLInterception
import WebKit
import WebViewTesting

extension TestCommand {
    /// Runs the pages, and again those that a change concerns or that a person asks for, until a person ends the command.
    @MainActor
    func watchPages(_ options: PageSuiteOptions) async throws {
        let found = try selectedPages(map: options.page.origins, times: RunTimes(), last: LastRun())
        let address = try interface.ui ? interface.address() : nil
        let interruption = Interruption()
        var runner: PageSuiteRunner?
        var options = options
        let shown = try interface.ui ? ServedInterface(watchesFiles: watch, options: &options) : nil
        defer { shown?.close() }
        if shown == nil {
            try WebKitEnvironment.prepare()
        } else {
            // Windows of phones are larger than usual screens.
            try WebKitEnvironment.prepare(screenWidth: 4096, screenHeight: 4096)
        }
        let script = options.page.native.script.map { URL(fileURLWithPath: $0) }
        let loop = WatchLoop(
            script: script, grep: grep,
            discover: { [options] in
                let found = try selectedPages(map: options.page.origins, times: RunTimes(), last: LastRun())
                shown?.interface.list(found)
                return found
            },
            run: { [options] pages, grep, test in
                var options = options
                options.wantedTests = try test.map { try NamePattern(of: $0) } ?? Self.pattern(grep)
                let reports = try RunReports(reporter, output: output)
                let next = PageSuiteRunner(
                    pages: pages, options: options, executors: try executors(options, pages: pages.count, grep: grep),
                    reporters: reports.reporters + (shown.map { [$0.reporter] } ?? []))
                runner = next
                shown?.interface.begin(pages, test: test)
                _ = await next.run()
                runner = nil
                try ArchiveOptions.finish(options.page)
                try fidelity.write(next.pageResults, options.page)
                return next.pageResults
            }, write: { try? FileHandle.standardOutput.write(contentsOf: Data($0.utf8)) })
        shown?.interface.asked = { request in
            // A request is for a command at rest; only a stop is for a run.
            if request == .stop { runner?.interrupt() } else if runner == nil { loop.ask(request) }
        }
        interruption.onFirst {
            runner?.interrupt()
            loop.interrupt()
        }
        var server: LocalServer?
        if let shown, let address { server = try await shown.serve(at: address) }
        defer { withExtendedLifetime(server) {} }
        do {
            let folders = Self.folders(found, options, script)
            guard try await loop.result(watching: watch || shown == nil ? folders : nil) else {
                throw ExitStatus.failure
            }
        } catch let error as FileChangesError {
            throw UsageError(error.description)
        }
    }

    /// The folders whose files pages load, none of which is inside another.
    private static func folders(_ pages: [PageReference], _ options: PageSuiteOptions, _ script: URL?) -> [URL] {
        let mapped = options.page.origins.targets.values.compactMap { target in
            if case .folder(let loader) = target { loader.folder } else { nil }
        }
        let all =
            pages.compactMap(\.root) + [options.page.files, script?.deletingLastPathComponent()].compactMap(\.self)
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
