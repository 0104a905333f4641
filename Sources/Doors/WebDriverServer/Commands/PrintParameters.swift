import HTTPMessages

/// The parameters of Print, checked, with lengths in centimetres.
///
/// `shrinkToFit` is checked and has no effect: WebKit fits content that is too wide onto the paper by itself.
///
/// Source: WebDriver, "Print Page", https://www.w3.org/TR/webdriver2/#print-page
public struct PrintParameters: Sendable, Equatable {
    /// Pages from and to a number, which count from 1; nil is the last one.
    public struct Range: Sendable, Equatable {
        /// The first page.
        public var first: Int
        /// The last page.
        public var last: Int?
    }

    /// The paper's sides change places.
    public var isLandscape = false
    /// 0.1 to 2.
    public var scale = 1.0
    /// Whether backgrounds are printed.
    public var hasBackground = false
    /// The paper's width.
    public var width = 21.59
    /// The paper's height.
    public var height = 27.94
    /// The white margins at the top, the right, the bottom and the left.
    public var margins = (top: 1.0, right: 1.0, bottom: 1.0, left: 1.0)
    /// The pages; all of them where there is none.
    public var ranges: [Range] = []

    /// Reads the body of the command.
    ///
    /// - Throws: ``WebDriverError``, an invalid argument that names the parameter.
    public init(_ body: JSONValue) throws(WebDriverError) {
        guard case .object(let members) = body else {
            throw WebDriverError(.invalidArgument, "the body must be an object, and is \(body.kind)")
        }
        switch members["orientation"] ?? "portrait" {
        case "portrait": isLandscape = false
        case "landscape": isLandscape = true
        case let value:
            throw WebDriverError(.invalidArgument, "“orientation” must be portrait or landscape, and is \(value.kind)")
        }
        scale = try Self.number(members["scale"], "scale", 1, 0.1...2)
        hasBackground = try Self.flag(members["background"], "background", false)
        _ = try Self.flag(members["shrinkToFit"], "shrinkToFit", true)
        let page = try Self.object(members["page"], "page")
        // A point is the least that a page may have.
        width = try Self.number(page["width"], "page.width", 21.59, 2.54 / 72...500)
        height = try Self.number(page["height"], "page.height", 27.94, 2.54 / 72...500)
        let margin = try Self.object(members["margin"], "margin")
        margins.top = try Self.number(margin["top"], "margin.top", 1, 0...500)
        margins.right = try Self.number(margin["right"], "margin.right", 1, 0...500)
        margins.bottom = try Self.number(margin["bottom"], "margin.bottom", 1, 0...500)
        margins.left = try Self.number(margin["left"], "margin.left", 1, 0...500)
        let room = isLandscape ? (height, width) : (width, height)
        guard margins.left + margins.right < room.0, margins.top + margins.bottom < room.1 else {
            throw WebDriverError(.invalidArgument, "“margin” leaves nothing of the paper")
        }
        ranges = try Self.ranges(members["pageRanges"] ?? [])
    }

    private static func object(_ value: JSONValue?, _ name: String) throws(WebDriverError) -> [String: JSONValue] {
        switch value {
        case nil: return [:]
        case .object(let members)?: return members
        case let value?: throw WebDriverError(.invalidArgument, "“\(name)” must be an object, and is \(value.kind)")
        }
    }

    private static func flag(_ value: JSONValue?, _ name: String, _ usual: Bool) throws(WebDriverError) -> Bool {
        guard let value else { return usual }
        guard case .bool(let flag) = value else {
            throw WebDriverError(.invalidArgument, "“\(name)” must be a boolean, and is \(value.kind)")
        }
        return flag
    }

    private static func number(
        _ value: JSONValue?, _ name: String, _ usual: Double, _ allowed: ClosedRange<Double>
    ) throws(WebDriverError) -> Double {
        guard let value else { return usual }
        guard let number = value.double, allowed.contains(number) else {
            throw WebDriverError(
                .invalidArgument, "“\(name)” must be a number from \(allowed.lowerBound) to \(allowed.upperBound)")
        }
        return number
    }

    private static func ranges(_ value: JSONValue) throws(WebDriverError) -> [Range] {
        guard case .array(let entries) = value else {
            throw WebDriverError(.invalidArgument, "“pageRanges” must be an array, and is \(value.kind)")
        }
        var ranges: [Range] = []
        for entry in entries {
            guard let range = range(entry) else {
                throw WebDriverError(
                    .invalidArgument, "“pageRanges” has \(entry.kind), and may have 2, “2”, “2-4”, “2-” and “-4”")
            }
            ranges.append(range)
        }
        return ranges
    }

    private static func range(_ entry: JSONValue) -> Range? {
        switch entry {
        case .integer(let page): return page > 0 ? Range(first: page, last: page) : nil
        case .string(let text):
            let parts = text.split(separator: "-", omittingEmptySubsequences: false)
                .map { $0.trimmingCharacters(in: .whitespaces) }
            let numbers = parts.map { $0.isEmpty ? nil : Int($0) }
            guard (1...2).contains(parts.count), parts.contains(where: { !$0.isEmpty }),
                zip(parts, numbers).allSatisfy({ $0.isEmpty || ($1 ?? 0) > 0 })
            else { return nil }
            guard parts.count == 2 else { return numbers[0].map { Range(first: $0, last: $0) } }
            let range = Range(first: numbers[0] ?? 1, last: numbers[1])
            return (range.last ?? .max) >= range.first ? range : nil
        default: return nil
        }
    }

    /// The parameters once more, as the browser is asked.
    var json: JSONValue {
        [
            "orientation": isLandscape ? "landscape" : "portrait", "scale": .number(scale),
            "background": .bool(hasBackground), "page": ["width": .number(width), "height": .number(height)],
            "margin": [
                "top": .number(margins.top), "right": .number(margins.right), "bottom": .number(margins.bottom),
                "left": .number(margins.left),
            ],
            "pageRanges": .array(ranges.map { .string("\($0.first)-\($0.last.map { String($0) } ?? "")") }),
        ]
    }

    /// Returns whether all parameters are the same.
    public static func == (one: PrintParameters, other: PrintParameters) -> Bool { one.json == other.json }
}
