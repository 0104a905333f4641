extension CoverageReport {
    /// The report as one HTML file that needs no network and no other file.
    package var html: String {
        ReportDocument(
            title: "Coverage: \(lines.text) of lines", styles: [EmbeddedFiles.coverage_css],
            header: """
                <h1>\(lines.text) of lines, \(branches.text) of branches</h1>
                <p>\(ReportText.html(summary))</p>
                """,
            main: """
                <table>
                <thead><tr><th>File</th><th>Lines</th><th>Branches</th></tr></thead>
                <tbody>
                \(files.enumerated().map { Self.row($0.element, $0.offset) }.joined())</tbody>
                </table>
                \(files.enumerated().map { Self.source($0.element, $0.offset) }.joined())
                """
        ).html
    }

    private static func row(_ file: FileCoverage, _ index: Int) -> String {
        let lines = CoverageRatio(covered: file.coveredLines, all: file.lines.count)
        let branches = CoverageRatio(covered: file.coveredBranches, all: file.branches.count)
        return """
            <tr><th scope="row"><a href="#file-\(index)">\(ReportText.html(file.path))</a></th>\
            <td>\(lines.text) <small>\(lines.covered) of \(lines.all)</small></td>\
            <td>\(branches.text) <small>\(branches.covered) of \(branches.all)</small></td></tr>

            """
    }

    private static func source(_ file: FileCoverage, _ index: Int) -> String {
        var missed: [Int: Int] = [:]
        for (branch, count) in file.branches where count == 0 { missed[branch.line, default: 0] += 1 }
        let rows = file.text.split(omittingEmptySubsequences: false) { $0 == "\n" || $0 == "\r\n" }.enumerated().map {
            line, text in
            let count = file.lines[line]
            let kind =
                count == nil ? "" : count == 0 ? " class=\"missed\"" : missed[line] != nil ? " class=\"part\"" : ""
            let note = missed[line].map {
                " title=\"\($0 == 1 ? "1 branch" : "\($0) branches") of this line did not run\""
            }
            return "<tr\(kind)\(note ?? "")><td>\(line + 1)</td><td>\(count.map { "\($0)×" } ?? "")</td>"
                + "<td><code>\(ReportText.html(String(text)))</code></td></tr>\n"
        }
        return """
            <section id="file-\(index)">
            <h2>\(ReportText.html(file.path))</h2>
            <table class="source"><tbody>
            \(rows.joined())</tbody></table>
            </section>

            """
    }
}
