import Foundation

/// A line of the checklist: the symbols of one subject, and what the code says of them.
struct SurfaceRow {
    enum State: String, CaseIterable {
        case works
        case partly = "works partly"
        case noEffect = "no effect"
        case unavailable
        case absent
    }

    let rank: String
    let heading: String
    let names: [String]
    let state: State
    let note: String

    /// Reads a line such as `A goBack() goForward()` below the heading of a type.
    init(line: Substring, heading: String, graph: SymbolGraph) {
        let words = line.split(separator: " ").map(String.init)
        rank = words[0]
        self.heading = heading
        names = Array(words.dropFirst())
        let found = names.map { (name: $0, symbols: graph.symbols["\(heading).\($0)"] ?? graph.symbols[$0] ?? []) }
        let missing = found.filter(\.symbols.isEmpty).map(\.name)
        let states = found.map { Self.state(of: $0.symbols) }
        if missing.count == names.count {
            (state, note) = (.absent, "")
        } else if !missing.isEmpty {
            (state, note) = (.partly, "Absent: " + missing.map { "`\($0)`" }.joined(separator: ", ") + ".")
        } else if Set(states).count == 1 {
            (state, note) = (states[0], Self.note(of: found.flatMap(\.symbols)))
        } else {
            let idle = found.filter { Self.state(of: $0.symbols) == .noEffect }.map(\.name)
            let names = idle.map { "`\($0)`" }.joined(separator: ", ")
            (state, note) = (
                .partly, (idle.isEmpty ? "" : "Without effect: \(names). ") + Self.note(of: found.flatMap(\.symbols))
            )
        }
    }

    private static func state(of symbols: [SymbolGraph.Symbol]) -> State {
        if symbols.isEmpty { return .absent }
        if symbols.allSatisfy(\.isUnavailable) { return .unavailable }
        let text = symbols.map(\.documentation).joined(separator: " ")
        if text.contains("without effect") { return .noEffect }
        return text.contains("Unlike on iOS") ? .partly : .works
    }

    /// The sentences that tell a difference from iOS, each once.
    private static func note(of symbols: [SymbolGraph.Symbol]) -> String {
        var notes: [String] = []
        for symbol in symbols {
            guard let start = symbol.documentation.range(of: "Unlike on iOS")?.lowerBound else { continue }
            let rest = symbol.documentation[start...]
            let sentence = String(rest[..<(rest.range(of: ". ")?.lowerBound ?? rest.endIndex)])
            notes.append(sentence.hasSuffix(".") ? sentence : sentence + ".")
        }
        let distinct = notes.enumerated().filter { notes.firstIndex(of: $0.element) == $0.offset }.map(\.element)
        return distinct.joined(separator: " ").replacing("``", with: "`").replacing("|", with: "\\|")
    }
}
