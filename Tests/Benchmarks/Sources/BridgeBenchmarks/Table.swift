/// Text in columns.
enum Table {
    /// Lines of cells as text: the first and the last column flush left, those between flush right.
    static func text(of lines: [[String]]) -> String {
        let columns = lines.map(\.count).max() ?? 0
        let widths = (0..<columns).map { column in lines.map { $0.count > column ? $0[column].count : 0 }.max() ?? 0 }
        return lines.map { line in
            line.enumerated().map { column, cell in
                if column == columns - 1 { return cell }
                let space = String(repeating: " ", count: widths[column] - cell.count)
                return column == 0 ? cell + space : space + cell
            }.joined(separator: "   ")
        }.joined(separator: "\n")
    }
}
