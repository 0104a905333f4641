import JavaScriptTokens

/// The counts of a script's code, found from its text and its blocks.
struct BlockCounts {
    /// A word or operator of the script, and how often it ran.
    struct Place {
        /// The line and the column, from 0.
        var line: Int
        var column: Int
        var count: Int
        /// The number of the token's branch, from 0; nil for code that belongs to none, such as the head of a function.
        var branch: Int?
    }

    private(set) var places: [Place] = []

    /// Brackets and the like say nothing of a line, `else` belongs to the block after it, and `export` to what it exports.
    private static let silent: Set<String> = ["{", "}", "(", ")", "[", "]", ";", ",", ":", "else", "export"]

    init(text: String, blocks: [ScriptCoverage.Block: Int]) {
        let words = ScriptWords(text)
        // The last unit of a function is a block of its own: the return after its end.
        let ends = Set(blocks.keys.filter { Self.size($0) > 1 }.map(\.end))
        let ranges = blocks.filter { block, _ in
            block.start < words.length && !(Self.size(block) == 1 && ends.contains(block.end))
        }.sorted {
            // Later ranges are inside of earlier ones.
            ($0.key.start, -$0.key.end) < ($1.key.start, -$1.key.end)
        }
        let owners = Self.owners(ranges.map(\.key), length: words.length)
        let branches = Self.branches(ranges.map { ($0.key, $0.value) }, functions: words.functions)
        var numbers: [Int: Int] = [:]
        for (index, word) in words.all.enumerated() where !Self.silent.contains(word.text) {
            if word.text == "default", index > 0, words.all[index - 1].text == "export" { continue }
            var place = Place(line: word.line, column: word.column, count: 1, branch: nil)
            // Code outside of all blocks ran once, as the script did.
            if let owner = owners[word.offset] {
                place.count = ranges[owner].value
                place.branch = branches[owner].map { first in
                    let number = numbers[first] ?? numbers.count
                    numbers[first] = number
                    return number
                }
            }
            places.append(place)
        }
    }

    /// Returns the index of the smallest range around each offset.
    private static func owners(_ ranges: [ScriptCoverage.Block], length: Int) -> [Int?] {
        var owners = [Int?](repeating: nil, count: length)
        for index in ranges.indices.sorted(by: { size(ranges[$0]) > size(ranges[$1]) }) {
            for offset in ranges[index].start..<min(ranges[index].end, length) { owners[offset] = index }
        }
        return owners
    }

    private static func size(_ block: ScriptCoverage.Block) -> Int { block.end - block.start }

    /// Returns the branch of each range, as the index of its first range; nil for functions that ran.
    ///
    /// WebKit splits a block where it has a function. Both parts are one branch.
    ///
    /// - Parameter functions: the offsets of the words that begin functions.
    private static func branches(
        _ ranges: [(block: ScriptCoverage.Block, count: Int)], functions: Set<Int>
    ) -> [Int?] {
        var branches = [Int?](repeating: nil, count: ranges.count)
        var byEnd: [Int: Int] = [:]
        /// The starts of the functions that end at an offset.
        var functionStarts: [Int: Int] = [:]
        for (index, (block, count)) in ranges.enumerated() {
            // WebKit's range of the last block of an arrow function can be one unit too long.
            let isContainer =
                index + 1 < ranges.count && ranges[index + 1].block.start < block.end
                && ranges[index + 1].block.end <= block.end
            if isContainer || functions.contains(block.start) { functionStarts[block.end] = block.start }
            if isContainer, count > 0 { continue }
            branches[index] = index
            guard !isContainer else { continue }
            if let start = functionStarts[block.start], let before = byEnd[start], ranges[before].count == count {
                branches[index] = branches[before]
            }
            byEnd[block.end] = index
        }
        return branches
    }
}
