/// The blocks of all scripts of a run, added up.
package struct CoverageTotals: Sendable {
    struct Key: Hashable, Sendable {
        var file: String
        var digest: UInt64
        var line: Int
        var column: Int
    }

    struct Script: Sendable {
        var root: String
        var blocks: [ScriptCoverage.Block: Int]
    }

    private(set) var scripts: [Key: Script] = [:]
    private(set) var texts: [UInt64: String] = [:]

    package init() {}

    /// The number of pages that have reported nothing.
    private(set) var missingPages = 0

    /// Adds the scripts of a page; nil for a page that has reported nothing.
    package mutating func add(_ found: [ScriptCoverage]?) {
        guard let found else {
            missingPages += 1
            return
        }
        for script in found {
            let key = Key(file: script.file, digest: script.digest, line: script.line, column: script.column)
            if let text = script.text { texts[script.digest] = text }
            var known = scripts[key] ?? Script(root: script.root, blocks: [:])
            for (block, count) in script.blocks { known.blocks[block] = (known.blocks[block] ?? 0) &+ count }
            scripts[key] = known
        }
    }
}
