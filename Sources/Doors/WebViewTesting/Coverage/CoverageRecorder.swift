import Foundation
import Simulator
import URLInterception
import WebKit

/// Records which blocks of its scripts a page runs, with its frames, windows and workers. Main actor only.
///
/// Source: WebKit's [control flow profiler](https://webkit.org/blog/3846/type-profiling-and-code-coverage-profiling-for-javascript/).
@MainActor
final class CoverageRecorder {
    /// Seconds for a page to report its blocks. A page in a tight loop reports none.
    private static let patience = 3.0
    /// Seconds that a page waits while its workers report, before it terminates one.
    private static let workerPatience = 3.0

    private let files: CoverageFiles
    private let inspection: ViewInspection
    private var realms: [RealmCoverage] = []
    private var isAttached = false

    private struct Symbol: Encodable { var symbol: String }
    private struct Active: Encodable { var active = true }

    /// Begins the record of a page. One page at a time can be recorded.
    init(map: OriginMap, inspection: ViewInspection) {
        files = CoverageFiles(map: map)
        self.inspection = inspection
        inspection.prepare = { [weak self] in self?.prepare($0) }
    }

    /// Records the page of a view from now on. The view's web process must run.
    func attach(to view: WKWebView) async {
        guard !isAttached else { return }
        isAttached = await inspection.attach(to: view)
    }

    /// Records a window that the page has opened.
    func attach(toWindow view: WKWebView) {
        Task { [inspection] in _ = await inspection.attach(to: view) }
    }

    private func prepare(_ realm: InspectedRealm) {
        let coverage = RealmCoverage(realm.channel, isWanted: files.isWanted)
        realms.append(coverage)
        realm.heard = { [weak self, weak realm] method, message in
            switch method {
            case "Debugger.scriptParsed": coverage.parsed(message)
            case "Debugger.paused":
                guard let self, let realm else { return coverage.channel.send("Debugger.resume") }
                paused(realm, coverage)
            default: break
            }
        }
        realm.channel.send("Runtime.enableControlFlowProfiler")
        realm.channel.send("Debugger.enable")
        // A worker that ends takes its record along. So the realm pauses at calls that end a worker, see paused(_:_:).
        realm.channel.send("Debugger.setBreakpointsActive", Active())
        realm.channel.send("Debugger.addSymbolicBreakpoint", Symbol(symbol: "terminate"))
        if realm.isWorker { realm.channel.send("Debugger.addSymbolicBreakpoint", Symbol(symbol: "close")) }
    }

    /// Collects the blocks of workers that are about to end, and lets the realm go on.
    private func paused(_ realm: InspectedRealm, _ coverage: RealmCoverage) {
        let ending = realm.isWorker ? [coverage] + self.coverages(below: realm) : coverages(below: realm)
        Task { @MainActor in
            _ = await Self.collect(ending, seconds: Self.workerPatience)
            realm.channel.send("Debugger.resume")
        }
    }

    private func coverages(below realm: InspectedRealm) -> [RealmCoverage] {
        realm.workers.values.flatMap { worker in
            realms.filter { $0.channel === worker.channel } + coverages(below: worker)
        }
    }

    /// Returns whether all realms have reported in time.
    private static func collect(_ realms: [RealmCoverage], seconds: Double) async -> Bool {
        await withTimeLimit(seconds: seconds) {
            let tasks = realms.map { realm in Task { @MainActor in await realm.collect() } }
            for task in tasks { await task.value }
            return true
        } ?? false
    }

    /// Ends the record.
    ///
    /// - Returns: the scripts; nil for a page that does not report them.
    func finish() async -> [ScriptCoverage]? {
        defer { inspection.prepare = nil }
        guard isAttached else { return nil }
        let alive = inspection.realms
        let ready = realms.filter { realm in alive.contains { $0.channel === realm.channel } }
        guard await Self.collect(ready, seconds: Self.patience) else { return nil }
        return realms.flatMap { $0.scripts }.compactMap { script in
            guard let text = script.text, let blocks = script.blocks else { return nil }
            return found(script, text, DefaultConstructors.removed(from: blocks, text: text))
        }
    }

    private func found(_ script: RealmCoverage.Script, _ text: String, _ blocks: [ScriptCoverage.Block: Int])
        -> ScriptCoverage?
    {
        guard let file = files.file(at: script.address) else { return nil }
        var found = ScriptCoverage(
            file: file.path, root: file.root, line: script.line, column: script.column, digest: 0, text: nil,
            blocks: blocks)
        if script.line > 0 || script.column > 0 {
            guard CoverageFiles.contains(file, text) else { return nil }
            found.text = text
        } else {
            guard let offset = CoverageFiles.offset(of: file, in: text) else { return nil }
            found.text = offset == 0 ? text : String(decoding: text.utf16.dropFirst(offset), as: UTF16.self)
            if offset > 0 {
                found.blocks = [:]
                for (block, count) in blocks where block.end > offset {
                    let moved = ScriptCoverage.Block(start: max(block.start - offset, 0), end: block.end - offset)
                    found.blocks[moved] = max(found.blocks[moved] ?? 0, count)
                }
            }
        }
        found.digest = (found.text ?? "").stableHash
        return found
    }
}
