import Foundation
import PagePreview
import WebViewTesting

/// Runs pages, and again the pages that a change of a file concerns or that a person asks for, until a person ends it. Main actor only.
@MainActor
final class WatchLoop {
    private enum Event {
        case changed(Set<String>)
        case key(UInt8)
        case asked(TestRequest)
        case interrupted
    }

    /// The text that a person types after `p` or `t`.
    private struct Prompt {
        var isOfTests: Bool
        var text = ""
        var title: String { isOfTests ? "Only tests whose name has" : "Only pages whose name has" }
    }

    private let discover: () throws -> [PageReference]
    private let run: ([PageReference], String?, [String]?) async throws -> [PageRunResult]
    private let write: (String) -> Void
    /// The script of the native half, whose change concerns every page.
    private let script: URL?
    private var selection = WatchSelection()
    private var grep: String?
    private var prompt: Prompt?
    private var keyboard: Keyboard?
    private var isWatching = true
    private let events = AsyncStream.makeStream(of: Event.self)

    /// - Parameters:
    ///   - script: the script of the native half; nil for none.
    ///   - discover: returns the pages that there are now.
    ///   - run: runs pages with a pattern for the names of tests, or one test by its groups and name, and returns the results.
    init(
        script: URL?, grep: String?, discover: @escaping () throws -> [PageReference],
        run: @escaping ([PageReference], String?, [String]?) async throws -> [PageRunResult],
        write: @escaping (String) -> Void
    ) {
        self.script = script
        self.grep = grep
        self.discover = discover
        self.run = run
        self.write = write
    }

    /// Ends the loop after the current run, and restores the terminal at once: a second Ctrl-C ends the program.
    func interrupt() {
        keyboard?.close()
        events.continuation.yield(.interrupted)
    }

    /// Runs the pages that a person asks for.
    func ask(_ request: TestRequest) { events.continuation.yield(.asked(request)) }

    /// Runs all pages, and then as files change, keys are pressed and people ask.
    ///
    /// - Parameter folders: the folders to watch; nil to watch none, and to run nothing before a person asks.
    /// - Returns: whether the last run of each page passed.
    /// - Throws: `FileChangesError`, and what `run` throws.
    func result(watching folders: [URL]?) async throws -> Bool {
        let continuation = events.continuation
        let changes = try folders.map { try FileChanges(in: $0) { continuation.yield(.changed($0)) } }
        keyboard = Keyboard { continuation.yield(.key($0)) }
        defer { keyboard?.close() }
        isWatching = folders != nil
        _ = selection.update(try discover())
        if isWatching { try await runPages(selection.all) } else { write(hint) }
        for await event in events.stream {
            switch event {
            case .changed(let paths): try await changed(paths)
            case .asked(let request): try await asked(request)
            case .interrupted: return selection.isPassed
            case .key(let key): if try await !pressed(key) { return selection.isPassed }
            }
        }
        withExtendedLifetime(changes) {}
        return selection.isPassed
    }

    private func changed(_ paths: Set<String>) async throws {
        let resolved = Set(paths.map { WatchSelection.canonical(URL(filePath: $0)) })
        let new = rediscover()
        let affected = resolved.contains { isOfScript($0) } ? selection.all : selection.affected(by: resolved)
        let names = Set((new + affected).map(\.displayName))
        guard !names.isEmpty else { return }
        let count = resolved.count == 1 ? "1 file has changed" : "\(resolved.count) files have changed"
        write("\n\(count)\n\n")
        try await runPages(selection.pages.filter { names.contains($0.displayName) })
    }

    /// Looks for pages, and returns the new ones. A folder without pages does not end the watch.
    @discardableResult
    private func rediscover() -> [PageReference] { (try? discover()).map { selection.update($0) } ?? [] }

    private func runAll() async throws {
        rediscover()
        try await runPages(selection.all)
    }

    /// Returns whether a file is the script of the native half, or a module beside it that no page loads.
    private func isOfScript(_ path: String) -> Bool {
        guard let script else { return false }
        if path == WatchSelection.canonical(script) { return true }
        let folder = WatchSelection.canonical(script.deletingLastPathComponent())
        return path.hasPrefix(folder) && [".js", ".mjs", ".ts", ".json"].contains { path.hasSuffix($0) }
            && selection.affected(by: [path]).isEmpty
    }

    private func asked(_ request: TestRequest) async throws {
        rediscover()
        switch request {
        case .runAll: try await runPages(selection.pages)
        case .run(let names): try await runPages(pages(named: names))
        case .runTest(let page, let name): try await runPages(pages(named: [page]), test: name)
        // The run that this was meant for has ended.
        case .stop: break
        }
    }

    private func pages(named names: [String]) -> [PageReference] {
        let wanted = Set(names)
        return selection.pages.filter { wanted.contains($0.displayName) }
    }

    private func runPages(_ pages: [PageReference], test: [String]? = nil) async throws {
        if pages.isEmpty {
            write("No page.\n")
        } else {
            let results = try await run(pages, grep, test)
            // The result of one test says nothing of the page's others.
            if test == nil { selection.note(results) }
        }
        write(hint)
    }

    private var hint: String {
        let filters = [
            selection.nameFilter.isEmpty ? nil : "pages “\(selection.nameFilter)”", grep.map { "tests “\($0)”" },
        ].compactMap(\.self)
        let limits = filters.isEmpty ? "" : " Only \(filters.joined(separator: " and "))."
        return
            "\nWaiting\(isWatching ? " for changes" : "").\(limits) Keys: Enter runs again, a all, f failed, p pages, t tests, q quits.\n"
    }

    // MARK: Keys

    /// Handles a key, and returns whether to go on.
    private func pressed(_ key: UInt8) async throws -> Bool {
        if prompt != nil {
            try await typed(key)
            return true
        }
        switch key {
        case UInt8(ascii: "q"): return false
        case UInt8(ascii: "\n"), UInt8(ascii: "\r"): try await runAll()
        case UInt8(ascii: "a"):
            selection.nameFilter = ""
            grep = nil
            try await runAll()
        case UInt8(ascii: "f"):
            rediscover()
            try await runPages(selection.failed)
        case UInt8(ascii: "p"), UInt8(ascii: "t"):
            let prompt = Prompt(isOfTests: key == UInt8(ascii: "t"))
            self.prompt = prompt
            write("\n\(prompt.title): ")
        default: break
        }
        return true
    }

    private func typed(_ key: UInt8) async throws {
        guard var prompt else { return }
        switch key {
        case UInt8(ascii: "\n"), UInt8(ascii: "\r"):
            self.prompt = nil
            write("\n\n")
            if prompt.isOfTests {
                grep = prompt.text.isEmpty ? nil : prompt.text
            } else {
                selection.nameFilter = prompt.text
            }
            return try await runAll()
        case 0x1B:
            self.prompt = nil
            return write(hint)
        case 0x7F, 0x08: if !prompt.text.isEmpty { prompt.text.removeLast() }
        case 0x20..<0x7F: prompt.text.append(Character(Unicode.Scalar(key)))
        default: return
        }
        self.prompt = prompt
        write("\r\u{1B}[K\(prompt.title): \(prompt.text)")
    }
}
