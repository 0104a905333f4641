/// Figures that were noted over and over, and whether they grew.
struct Flatness {
    /// How much a figure may differ that does not grow: a part of it, and a little more for small ones.
    private static let tolerance = 0.05
    private static let slack = 4.0

    private let names: [String]
    private var samples: [[Int]] = []

    init(_ names: [String]) { self.names = names }

    mutating func add(_ figures: [Int]) { samples.append(figures) }

    /// The figures whose median in the second half of the samples is above that in the first.
    var growth: [String] {
        guard samples.count > 1 else { return [] }
        let middle = samples.count / 2
        return names.indices.compactMap { index in
            let (before, after) = (median(samples[..<middle], index), median(samples[middle...], index))
            let most = Double(before) * (1 + Self.tolerance) + Self.slack
            return Double(after) > most ? "\(names[index]) grew from \(before) to \(after)" : nil
        }
    }

    private func median(_ part: ArraySlice<[Int]>, _ index: Int) -> Int {
        part.map { $0[index] }.sorted()[part.count / 2]
    }
}
