import Foundation

/// The rounds of both sides, and their result.
struct Comparison {
    /// One line of the result.
    struct Row: Encodable {
        enum Verdict: String, Encodable { case ok, over }

        var name: String
        var unit: String
        /// The median of SWWebView's figures.
        var ours: Double
        /// The median of the baseline.
        var baseline: Double
        var ratio: Double
        var target: Double
        var result: Verdict
        var oursRounds: [Double]
        var baselineRounds: [Double]
    }

    private let measures: [Measure]
    private let core: Int
    private var ours: [Figures] = []
    private var baseline: [Figures] = []

    init(of measures: [Measure], core: Int) {
        self.measures = measures
        self.core = core
    }

    /// Takes in one round.
    mutating func add(ours figures: Figures, baseline baselineFigures: Figures) {
        ours.append(figures)
        baseline.append(baselineFigures)
    }

    /// A row for each measure.
    var rows: [Row] {
        measures.map { measure in
            let oursRounds = ours.map { $0[measure.key] ?? .nan }
            let baselineRounds =
                if let own = measure.ownBaseline { ours.map { $0[own] ?? .nan } } else {
                    baseline.map { $0[measure.key] ?? .nan }
                }
            let ratio = Self.median(of: oursRounds) / Self.median(of: baselineRounds)
            return Row(
                name: measure.name, unit: measure.unit, ours: Self.median(of: oursRounds),
                baseline: Self.median(of: baselineRounds), ratio: ratio, target: measure.target,
                result: (measure.isMoreBetter ? ratio >= measure.target : ratio <= measure.target) ? .ok : .over,
                oursRounds: oursRounds, baselineRounds: baselineRounds)
        }
    }

    /// The rows, with the figures of every round, as JSON.
    func json() throws -> String {
        struct Document: Encodable {
            var core: Int
            var rounds: Int
            var rows: [Row]
        }
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys]
        let document = Document(core: core, rounds: ours.count, rows: rows)
        return String(decoding: try encoder.encode(document), as: UTF8.self)
    }

    /// The rows as a table.
    func table() -> String {
        let heading = ["", "ours", "baseline", "ratio", "target", ""]
        let lines = rows.map { row in
            [
                row.name, "\(Self.fixed(row.ours, 1)) \(row.unit)", "\(Self.fixed(row.baseline, 1)) \(row.unit)",
                Self.fixed(row.ratio, 3), Self.fixed(row.target, 2), row.result.rawValue,
            ]
        }
        return Table.text(of: [heading] + lines)
    }

    private static func fixed(_ value: Double, _ digits: Int) -> String {
        String(format: "%.\(digits)f", value)
    }

    private static func median(of values: [Double]) -> Double {
        let sorted = values.sorted()
        guard !sorted.isEmpty else { return .nan }
        return (sorted[(sorted.count - 1) / 2] + sorted[sorted.count / 2]) / 2
    }
}
