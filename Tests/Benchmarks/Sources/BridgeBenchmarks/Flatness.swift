/// Figures that were noted over and over, and whether they grew.
struct Flatness {
    /// The part by which a flat figure may grow, and the number by which a small one may.
    private static let tolerance = 0.05
    private static let slack = 4.0

    private let names: [String]
    private var samples: [[Int]] = []

    init(_ names: [String]) { self.names = names }

    mutating func add(_ figures: [Int]) { samples.append(figures) }

    /// The figures whose median in the second half of the samples is above that in the first.
    var growth: [String] {
        names.indices.compactMap { index in
            guard let (before, after) = medians(index) else { return nil }
            let most = Double(before) * (1 + Self.tolerance) + Self.slack
            return Double(after) > most ? "\(names[index]) grew from \(before) to \(after)" : nil
        }
    }

    /// The change of each figure's median from the first half of the samples to the second, in percent; nil for one sample.
    var changes: [Double]? {
        guard samples.count > 1 else { return nil }
        return names.indices.map { index in
            guard let (before, after) = medians(index), before > 0 else { return 0 }
            return 100 * Double(after - before) / Double(before)
        }
    }

    private func medians(_ index: Int) -> (before: Int, after: Int)? {
        guard samples.count > 1 else { return nil }
        let middle = samples.count / 2
        return (median(samples[..<middle], index), median(samples[middle...], index))
    }

    private func median(_ part: ArraySlice<[Int]>, _ index: Int) -> Int {
        part.map { $0[index] }.sorted()[part.count / 2]
    }
}
