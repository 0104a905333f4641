import Foundation
import WebKit

/// The scripts of a page or a worker with the blocks that it has run. Main actor only.
@MainActor
final class RealmCoverage {
    /// A script of a mapped folder.
    final class Script {
        let id: String
        let address: String
        /// The position in the file, from 0.
        let line: Int
        let column: Int
        var text: String?
        var blocks: [ScriptCoverage.Block: Int]?

        init(_ parsed: Parsed) {
            (id, address, line, column) = (parsed.scriptId, parsed.url, parsed.startLine, parsed.startColumn)
        }
    }

    struct Parsed: Decodable {
        var scriptId: String
        var url: String
        var startLine: Int
        var startColumn: Int
    }

    private struct ScriptName: Encodable { var scriptId: String }
    private struct Source: Decodable { var scriptSource: String }
    private struct SourceName: Encodable { var sourceID: String }

    private struct BasicBlocks: Decodable {
        struct Block: Decodable {
            var startOffset: Int
            var endOffset: Int
            var executionCount: Int
        }

        var basicBlocks: [Block]
    }

    /// The most scripts of a realm.
    private static let most = 10_000

    let channel: InspectorChannel
    private let isWanted: (String) -> Bool
    private var known: [String: Script] = [:]
    private var texts: [Task<Void, Never>] = []
    private var isCollecting = false

    init(_ channel: InspectorChannel, isWanted: @escaping (String) -> Bool) {
        self.channel = channel
        self.isWanted = isWanted
    }

    var scripts: [Script] { known.values.sorted { $0.address < $1.address } }

    /// Notes a script, and asks for its text at once: the text of a document that has gone cannot be had.
    func parsed(_ message: Data) {
        guard let parsed = InspectorChannel.parameters(Parsed.self, of: message), known[parsed.scriptId] == nil,
            known.count < Self.most, isWanted(parsed.url)
        else { return }
        let script = Script(parsed)
        known[script.id] = script
        texts.append(
            Task.immediate { @MainActor [channel] in
                let name = ScriptName(scriptId: script.id)
                script.text = await channel.call("Debugger.getScriptSource", name, as: Source.self)?.scriptSource
            })
    }

    /// Asks for the blocks that ran until now. A realm that has gone leaves those of the last time.
    ///
    /// A realm that has not answered the last time hangs, and is not asked again.
    func collect() async {
        guard !isCollecting else { return }
        isCollecting = true
        defer { isCollecting = false }
        let asked = known.values.map { script in
            Task.immediate { @MainActor [channel] in
                let found = await channel.call(
                    "Runtime.getBasicBlocks", SourceName(sourceID: script.id), as: BasicBlocks.self)
                guard let found else { return }
                var blocks: [ScriptCoverage.Block: Int] = [:]
                for block in found.basicBlocks where block.startOffset >= 0 && block.endOffset >= block.startOffset {
                    // WebKit's end is the last unit.
                    let key = ScriptCoverage.Block(start: block.startOffset, end: block.endOffset + 1)
                    blocks[key] = max(blocks[key] ?? 0, block.executionCount)
                }
                script.blocks = blocks
            }
        }
        for task in asked + texts { await task.value }
        texts = []
    }
}
