/// The path of a route, some of whose segments may be parameters: `/note/:id`.
struct RoutePattern {
    let text: String
    private let segments: [Segment]

    private enum Segment {
        case literal(String)
        case parameter(String)
    }

    /// Reads a pattern. A segment of a colon and a name is a parameter; everything else stands for itself.
    init(_ text: String) {
        self.text = text
        let path = text.hasPrefix("/") ? text.dropFirst() : text[...]
        segments = path.split(separator: "/", omittingEmptySubsequences: false).map { segment in
            segment.hasPrefix(":") && segment.count > 1
                ? .parameter(String(segment.dropFirst())) : .literal(String(segment))
        }
    }

    /// The match of a path with a pattern.
    struct Match {
        var parameters: [String: String] = [:]
        /// For each segment whether it is a parameter. The least in lexical order is the best fit.
        var rank: [Int] = []
    }

    /// Returns the match of the pattern with a path; `nil` when it doesn't match. A parameter stands for a segment that is not
    /// empty.
    func match(_ path: [String], case rule: URLSchemeRouter.PathCase) -> Match? {
        guard path.count == segments.count else { return nil }
        var match = Match()
        for (segment, text) in zip(segments, path) {
            switch segment {
            case .literal(let literal):
                guard rule == .sensitive ? literal == text : literal.lowercased() == text.lowercased() else {
                    return nil
                }
                match.rank.append(0)
            case .parameter(let name):
                guard !text.isEmpty else { return nil }
                match.parameters[name] = text
                match.rank.append(1)
            }
        }
        return match
    }
}
