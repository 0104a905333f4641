/// The default constructors of classes, which WebKit lists among the functions of a script that defines such classes.
///
/// Their offsets are those in WebKit's own text: `(function () { })`, and `(function (...args) { super(...args); })`.
/// Source: WebKit, `Source/JavaScriptCore/builtins/BuiltinExecutables.cpp`
package enum DefaultConstructors {
    private static let functions = [
        ScriptCoverage.Block(start: 1, end: 16), ScriptCoverage.Block(start: 1, end: 39),
    ]

    /// Returns the blocks of a script without default constructors.
    ///
    /// - Parameter text: the script.
    package static func removed(from blocks: [ScriptCoverage.Block: Int], text: String) -> [ScriptCoverage.Block: Int] {
        guard text.contains("class") else { return blocks }
        var result = blocks
        for function in functions where blocks[function] == 0 {
            result[function] = nil
            // WebKit has split the block around the function. The second part may begin inside of another function.
            for (block, count) in result where block.start == function.end {
                let crossed = result.keys.filter {
                    $0.start < block.start && $0.end > block.start && $0.end < block.end
                }
                guard let end = crossed.map(\.end).max() else { continue }
                result[block] = nil
                result[ScriptCoverage.Block(start: end, end: block.end)] = count
            }
        }
        return result
    }
}
