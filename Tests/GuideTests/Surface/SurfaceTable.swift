import Foundation

/// The guide that lists Apple's public WebKit API with the state of each symbol.
struct SurfaceTable {
    let rows: [SurfaceRow]

    /// Reads the checklist and finds its symbols in the code.
    init(checklist: String, graph: SymbolGraph) {
        var rows: [SurfaceRow] = []
        var heading = ""
        for line in checklist.split(separator: "\n") where !line.hasPrefix("# ") {
            if line.hasPrefix("## ") {
                heading = String(line.dropFirst(3))
            } else {
                rows.append(SurfaceRow(line: line, heading: heading, graph: graph))
            }
        }
        self.rows = rows
    }

    var markdown: String {
        var text = Self.introduction
        text += "| Rank | Subjects |" + SurfaceRow.State.allCases.map { " \($0.rawValue) |" }.joined() + "\n"
        text += "| --- |" + String(repeating: " ---: |", count: SurfaceRow.State.allCases.count + 1) + "\n"
        for rank in ["A", "B", "C"] {
            let ranked = rows.filter { $0.rank == rank }
            let counts = SurfaceRow.State.allCases.map { state in ranked.count { $0.state == state } }
            text += "| \(rank) | \(ranked.count) |" + counts.map { " \($0) |" }.joined() + "\n"
        }
        var heading = ""
        for row in rows {
            if row.heading != heading {
                heading = row.heading
                text += "\n## \(heading)\n\n| Rank | Symbols | State | Note |\n| --- | --- | --- | --- |\n"
            }
            let names = row.names.map { "`\($0)`" }.joined(separator: ", ")
            text += "| \(row.rank) | \(names) | \(row.state.rawValue) | \(row.note) |\n"
        }
        return text
    }

    private static let introduction = """
        # The surface of WebKit

        Apple's public API, symbol by symbol, and the state of each here.

        Hybrid applications cannot do without rank A, many use rank B, and some rank C. *Works partly* has a note with what differs from
        iOS, which the documentation of the symbol says, too. *No effect*: the symbol is declared, so that code compiles; setting it logs
        once what it does on iOS. *Absent* symbols don't compile. A test compares this page with the code; it is written by
        `SURFACE=write Scripts/test --only SurfaceTests`.


        """
}
