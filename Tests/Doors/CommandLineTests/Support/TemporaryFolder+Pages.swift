import TestSupport

extension TemporaryFolder {
    /// A page whose script prints these lines to the console.
    func writePage(_ name: String, printing lines: String...) throws {
        try write("<script>\(lines.map { "console.log('\($0)');" }.joined())</script>", to: name)
    }
}
