/// The coverage of one file.
package struct FileCoverage: Sendable {
    /// A branch: a block of the file, as WebKit reports it.
    package struct Branch: Sendable, Hashable {
        /// The line and the column at which its code begins, from 0.
        package var line: Int
        package var column: Int
    }

    /// The path of the file, relative to the working directory if below it.
    package var path: String
    package var text: String
    /// How often each line with code ran. Lines count from 0.
    package var lines: [Int: Int] = [:]
    package var branches: [Branch: Int] = [:]

    package var coveredLines: Int { lines.values.count { $0 > 0 } }
    package var coveredBranches: Int { branches.values.count { $0 > 0 } }
}

/// Counts of lines or of branches.
package struct CoverageRatio: Sendable, Equatable {
    package var covered: Int
    package var all: Int

    /// The percentage; 100 for nothing.
    package var percent: Double { all == 0 ? 100 : Double(covered) * 100 / Double(all) }

    /// The percentage with one digit, rounded down, so that 100.0 % means all.
    package var text: String {
        let tenths = all == 0 ? 1000 : covered * 1000 / all
        return "\(tenths / 10).\(tenths % 10) %"
    }
}
