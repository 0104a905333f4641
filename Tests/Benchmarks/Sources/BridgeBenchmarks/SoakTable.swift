import Foundation

/// The figures of a soak, printed line by line, so that a run that is cut short has shown all but its verdict.
struct SoakTable {
    private let names: [String]
    private let start = ContinuousClock.now
    private var figures: [(kind: String, flatness: Flatness)] = []

    /// Prints the heading.
    init(_ names: [String]) {
        self.names = names
        write("", ["seconds"] + names)
    }

    /// Prints a line of figures, and keeps them for the verdict.
    mutating func add(_ kind: String, _ done: Int, _ counts: [Int]) {
        write("\(kind) \(done)", [String(start.duration(to: .now).components.seconds)] + counts.map(String.init))
        if let index = figures.firstIndex(where: { $0.kind == kind }) {
            figures[index].flatness.add(counts)
        } else {
            var flatness = Flatness(names)
            flatness.add(counts)
            figures.append((kind, flatness))
        }
    }

    /// Prints how much each figure changed between the halves of each kind's lines.
    func writeChanges() {
        for (kind, flatness) in figures {
            if let changes = flatness.changes { write("\(kind) %", [""] + changes.map { String(format: "%+.1f", $0) }) }
        }
    }

    /// The figures that grew.
    var growth: [String] {
        figures.flatMap { kind, flatness in flatness.growth.map { "\(kind): \($0)" } }
    }

    private func write(_ label: String, _ cells: [String]) {
        let line = zip(["seconds"] + names, cells).reduce(label.padding(toLength: 16, withPad: " ", startingAt: 0)) {
            $0 + String(repeating: " ", count: max(2, max($1.0.count, 7) + 2 - $1.1.count)) + $1.1
        }
        FileHandle.standardOutput.write(Data((line + "\n").utf8))
    }
}
