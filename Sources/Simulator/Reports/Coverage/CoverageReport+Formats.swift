extension CoverageReport {
    /// The report as a trace file of lcov. Each branch is one of its line's; a branch has no other side.
    ///
    /// Source: [geninfo(1)](https://manpages.debian.org/bookworm/lcov/geninfo.1.en.html#FILES)
    package var lcov: String {
        files.map { file in
            var lines = ["TN:", "SF:\(file.path)"]
            var numbers: [Int: Int] = [:]
            for (branch, count) in file.branches.sorted(by: {
                ($0.key.line, $0.key.column) < ($1.key.line, $1.key.column)
            }) {
                lines.append("BRDA:\(branch.line + 1),0,\(numbers[branch.line, default: 0]),\(count)")
                numbers[branch.line, default: 0] += 1
            }
            lines.append("BRF:\(file.branches.count)")
            lines.append("BRH:\(file.coveredBranches)")
            for (line, count) in file.lines.sorted(by: { $0.key < $1.key }) { lines.append("DA:\(line + 1),\(count)") }
            lines += ["LF:\(file.lines.count)", "LH:\(file.coveredLines)", "end_of_record", ""]
            return lines.joined(separator: "\n")
        }.joined()
    }

    /// The report as a table for people.
    package var text: String {
        let rows = files.map { file in
            (
                file.path, CoverageRatio(covered: file.coveredLines, all: file.lines.count).text,
                CoverageRatio(covered: file.coveredBranches, all: file.branches.count).text,
                Self.ranges(file.lines.filter { $0.value == 0 }.map { $0.key + 1 }.sorted())
            )
        }
        let width = max(rows.map(\.0.count).max() ?? 0, 4)
        let head = [("File", "Lines", "Branches", "Lines that did not run")]
        return (head + rows).map { path, lines, branches, missed in
            let padding = String(repeating: " ", count: width - path.count)
            return "\(path)\(padding)  \(Self.right(lines, 8))  \(Self.right(branches, 8))  \(missed)".trimmed + "\n"
        }.joined() + summary + "\n"
    }

    private static func right(_ text: String, _ width: Int) -> String {
        String(repeating: " ", count: max(width - text.count, 0)) + text
    }

    /// Returns numbers as ranges: `3-5, 9`.
    private static func ranges(_ numbers: [Int]) -> String {
        var ranges: [ClosedRange<Int>] = []
        for number in numbers {
            if let last = ranges.last, last.upperBound + 1 == number {
                ranges[ranges.count - 1] = last.lowerBound...number
            } else {
                ranges.append(number...number)
            }
        }
        return ranges.map { $0.count == 1 ? "\($0.lowerBound)" : "\($0.lowerBound)-\($0.upperBound)" }
            .joined(separator: ", ")
    }
}

extension String {
    /// The text without spaces at its end.
    fileprivate var trimmed: String {
        var text = self
        while text.last == " " { text.removeLast() }
        return text
    }
}
