/// A [component](https://urlpattern.spec.whatwg.org/#component) of a URL pattern, without regexp groups.
///
/// All ways through the pattern are followed at once, so that the time grows with the pattern's length times that of the text. A
/// regular expression that backtracks could take far longer, and patterns come from pages.
struct URLPatternComponent: Sendable, Hashable {
    /// The most bytes that a component's pattern string may have.
    static let longest = 16384

    private enum Step: Sendable, Hashable {
        /// A byte of the text.
        case byte(UInt8)
        /// A byte of a segment.
        case segmentByte
        /// Any number of bytes of a segment.
        case segmentBytes
        /// Any number of bytes.
        case anyBytes
        /// The next step, or another one.
        case or(step: Int)
    }

    private var steps: [Step] = []
    private let delimiter: UInt8?
    private let ignoresCase: Bool

    /// - Throws: ``URLPatternParts/Flaw`` for a pattern string that cannot be used in a route.
    init(
        _ pattern: String, _ options: URLPatternParts.Options = .standard, ignoresCase: Bool = false
    ) throws(URLPatternParts.Flaw) {
        guard pattern.utf8.count <= Self.longest else {
            throw URLPatternParts.Flaw(text: "A pattern has more than \(Self.longest) bytes")
        }
        delimiter = options.delimiter?.asciiValue
        self.ignoresCase = ignoresCase
        for part in try URLPatternParts(pattern, options).list { add(part) }
    }

    private mutating func add(_ part: URLPatternParts.Part) {
        let isOptional = part.modifier == .optional || part.modifier == .zeroOrMore
        let skip = steps.count
        if isOptional { steps.append(.or(step: skip)) }
        let start = steps.count
        for byte in part.prefix { steps.append(.byte(spelled(byte))) }
        switch part.matcher {
        case .fixedText: break
        case .segmentWildcard: steps += [.segmentByte, .segmentBytes]
        case .fullWildcard: steps.append(.anyBytes)
        }
        for byte in part.suffix { steps.append(.byte(spelled(byte))) }
        if part.modifier == .oneOrMore || part.modifier == .zeroOrMore { steps.append(.or(step: start)) }
        if isOptional { steps[skip] = .or(step: steps.count) }
    }

    /// Returns whether the whole text matches: [match](https://urlpattern.spec.whatwg.org/#url-pattern-match) for one component.
    func matches(_ text: some StringProtocol) -> Bool {
        var places = Places(count: steps.count + 1)
        reach(0, in: &places)
        for byte in text.utf8 {
            let byte = spelled(byte)
            let before = places.list
            guard !before.isEmpty else { return false }
            places.removeAll()
            for place in before where place < steps.count {
                switch steps[place] {
                case .byte(byte): reach(place + 1, in: &places)
                case .segmentByte where byte != delimiter: reach(place + 1, in: &places)
                case .segmentBytes where byte != delimiter: reach(place, in: &places)
                case .anyBytes: reach(place, in: &places)
                default: break
                }
            }
        }
        return places.list.contains(steps.count)
    }

    /// Adds a place, and the places that follow it without a byte.
    private func reach(_ place: Int, in places: inout Places) {
        var waiting = [place]
        while let place = waiting.popLast() {
            guard places.insert(place), place < steps.count else { continue }
            switch steps[place] {
            case .segmentBytes, .anyBytes: waiting.append(place + 1)
            case .or(let step): waiting += [place + 1, step]
            case .byte, .segmentByte: break
            }
        }
    }

    private func spelled(_ byte: UInt8) -> UInt8 { ignoresCase && (65...90).contains(byte) ? byte + 32 : byte }

    /// Places in the steps, each at most once.
    private struct Places {
        private(set) var list: [Int] = []
        private var rounds: [Int]
        private var round = 1

        init(count: Int) { rounds = Array(repeating: 0, count: count) }

        mutating func insert(_ place: Int) -> Bool {
            guard rounds[place] != round else { return false }
            rounds[place] = round
            list.append(place)
            return true
        }

        mutating func removeAll() {
            round += 1
            list.removeAll(keepingCapacity: true)
        }
    }
}
