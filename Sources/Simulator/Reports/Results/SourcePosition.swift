/// A place in a page's source.
public struct SourcePosition: Sendable, Equatable, Codable, CustomStringConvertible {
    /// The script's or page's URL.
    public var url: String
    /// The line, counted from 1.
    public var line: Int
    /// The column, counted from 1; nil where the engine does not tell.
    public var column: Int?
    /// The path of the file, relative to the working directory if below it; nil for a file that the run does not serve.
    public var file: String?

    /// A position; line and column count from 1.
    public init(url: String, line: Int, column: Int? = nil) {
        self.url = url
        self.line = line
        self.column = column
    }

    /// Files of test and assertion libraries, and of scripts that the host injects, as they stand in a stack's frames.
    public static let libraries = [
        "testharness.js", "user-script:", "/mocha.js", "/mocha.min.js", "/qunit.js", "/qunit.min.js", "/jasmine.js",
        "/___framework___/", "?test-page", "/chai.js", "/chai.min.js", "/chai.mjs", "/expect.js", "/sinon.js",
        "/should.js", "<Jasmine>",
    ]

    /// The first frame of a stack that is the page's own, not a test library's.
    ///
    /// Understands WebKit's frames (`name@url:line:column`) and V8's (`at name (url:line:column)`).
    public init?(stack: String, ignoring libraries: [String] = Self.libraries) {
        for frame in stack.split(whereSeparator: \.isNewline) {
            guard !libraries.contains(where: { frame.contains($0) }), let found = Self(frame: frame) else { continue }
            self = found
            return
        }
        return nil
    }

    /// The frames of a stack that are neither of libraries nor of the engine itself.
    static func ownFrames(of stack: String) -> [Substring] {
        stack.split(whereSeparator: \.isNewline).filter { frame in
            !frame.contains("[native code]") && !libraries.contains { frame.contains($0) }
        }
    }

    /// Reads `url:line:column`, or `url:line`, at the end of one frame.
    private init?(frame: Substring) {
        guard let found = Self.found(in: frame) else { return nil }
        self = found.position
    }

    /// Returns the position at the end of a stack frame, and its range in the frame.
    package static func found(in frame: Substring) -> (position: SourcePosition, range: Range<Substring.Index>)? {
        var rest = frame
        while let last = rest.last, last == ")" || last == " " { rest.removeLast() }
        if let start = rest.lastIndex(where: { $0 == "@" || $0 == "(" || $0 == " " }) {
            rest = rest[rest.index(after: start)...]
        }
        let end = rest.endIndex
        var numbers: [Int] = []
        while numbers.count < 2, let colon = rest.lastIndex(of: ":") {
            guard let number = Int(rest[rest.index(after: colon)...]) else { break }
            numbers.insert(number, at: 0)
            rest = rest[..<colon]
        }
        guard let line = numbers.first, rest.contains("/") else { return nil }
        let position = SourcePosition(url: String(rest), line: line, column: numbers.count > 1 ? numbers[1] : nil)
        return (position, rest.startIndex..<end)
    }

    /// The position as `file:line:column`, which terminals and editors turn into a link. The URL replaces an unknown file.
    public var description: String {
        let place = file ?? url
        return column.map { "\(place):\(line):\($0)" } ?? "\(place):\(line)"
    }
}
