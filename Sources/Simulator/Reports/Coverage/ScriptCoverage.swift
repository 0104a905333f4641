/// The blocks of a script that a page has run, and those that it has not. The script is a file of a mapped folder, or in one.
package struct ScriptCoverage: Sendable, Equatable, Codable {
    /// A range of the text that runs as a whole, in UTF-16 units. Functions are ranges, too, and contain their blocks.
    package struct Block: Sendable, Hashable, Codable {
        package var start: Int
        /// The offset after the last unit.
        package var end: Int

        package init(start: Int, end: Int) {
            self.start = start
            self.end = end
        }

        /// Reads a pair of numbers.
        package init(from decoder: any Decoder) throws {
            var values = try decoder.unkeyedContainer()
            start = try values.decode(Int.self)
            end = try values.decode(Int.self)
        }

        /// Writes a pair of numbers.
        package func encode(to encoder: any Encoder) throws {
            var values = encoder.unkeyedContainer()
            try values.encode(start)
            try values.encode(end)
        }
    }

    /// The path of the file.
    package var file: String
    /// The folder that the file is served from.
    package var root: String
    /// The position of the text in the file: the line and the column, from 0. Columns are UTF-16 units.
    package var line: Int
    package var column: Int
    /// A hash of ``text``.
    package var digest: UInt64
    /// The text that WebKit ran; nil where an earlier page of the process has reported it.
    package var text: String?
    /// The blocks, and how often each one ran.
    package var blocks: [Block: Int]

    package init(
        file: String, root: String, line: Int, column: Int, digest: UInt64, text: String?, blocks: [Block: Int]
    ) {
        (self.file, self.root, self.line, self.column) = (file, root, line, column)
        (self.digest, self.text, self.blocks) = (digest, text, blocks)
    }
}
