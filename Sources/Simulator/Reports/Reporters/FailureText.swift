/// The details of a failure below its message, as plain lines: for reports without colours.
package enum FailureText {
    /// - Parameter withPicture: whether the path of the picture is among the lines.
    package static func lines(of test: PageTestResult, withPicture: Bool = true) -> [String] {
        var lines = test.message.map { [$0] } ?? []
        if let expected = test.expected { lines.append("expected: \(expected)") }
        if let actual = test.actual { lines.append("actual:   \(actual)") }
        return lines + place(test.position, test.source, test.stack, withPicture ? test.screenshot : nil)
    }

    package static func lines(of failure: PageFailure, withPicture: Bool = true) -> [String] {
        [failure.message]
            + place(failure.position, failure.source, failure.stack, withPicture ? failure.screenshot : nil)
    }

    private static func place(
        _ position: SourcePosition?, _ source: SourceExcerpt?, _ stack: String?, _ screenshot: String?
    ) -> [String] {
        var lines = position.map { ["at \($0)"] } ?? []
        lines += source?.frame.map(\.text) ?? []
        if let stack { lines += ["stack:", stack] }
        if let screenshot { lines.append("screenshot: \(screenshot)") }
        return lines
    }
}

extension SourceExcerpt {
    /// The lines with their numbers, the one that counts marked and, where the column is known, pointed at.
    var frame: [(text: String, isMarked: Bool)] {
        let width = String(firstLine + lines.count - 1).count
        var result: [(text: String, isMarked: Bool)] = []
        for (index, text) in lines.enumerated() {
            let number = String(firstLine + index)
            let padded = String(repeating: " ", count: width - number.count) + number
            let isMarked = firstLine + index == line
            result.append(("\(isMarked ? ">" : " ") \(padded) | \(ReportText.visible(text))", isMarked))
            if isMarked, let column, column <= text.count + 1 {
                // Tabs stay tabs, so that the mark is below its column.
                let before = text.prefix(column - 1).map { $0 == "\t" ? "\t" : " " }
                result.append(("  \(String(repeating: " ", count: width)) | \(before.joined())^", true))
            }
        }
        return result
    }
}
