/// Reads TAP line by line, as a page prints it among other things.
///
/// Holds a test back until the line after it, for the diagnostic block that may follow. Subtests, which are indented, count for
/// nothing by themselves; what failed in them is told with the parent they come before.
struct TAPParser {
    /// The meaning of a line, or of the lines before it.
    enum Item: Equatable {
        case version(Int)
        case plan(TAPPlan)
        /// A test line was read. Its result follows as `.test`, once it is whole.
        case numbered(Int)
        case test(TAPPoint, number: Int, diagnostic: TAPDiagnostic?, failedSubtests: [String])
        /// A comment; `onFailure` where it directly follows a failed test without a block, to explain it.
        case comment(String, onFailure: Bool)
        case bailOut(reason: String)
        /// A line that is not TAP.
        case other(String)
    }

    /// Whether a line was seen that only TAP has.
    private(set) var isRecognised = false

    private var held: Item?
    private var heldPoint: TAPPoint?
    private var lastNumber = 0
    /// The lines of the block that is open; a subtest's block is read over.
    private var diagnosticLines: [Substring]?
    private var lastWasSubtest = false
    private var failedSubtests: [String] = []

    /// Reads a console message, which may hold several lines.
    mutating func read(_ text: String) -> [Item] {
        text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).flatMap { readLine($0) }
    }

    /// Tells the test that is still held back: nothing more will come.
    mutating func finish() -> [Item] {
        closeDiagnostic()
        defer { held = nil }
        return held.map { [$0] } ?? []
    }

    private mutating func readLine(_ line: Substring) -> [Item] {
        if diagnosticLines != nil {
            if line.first?.isWhitespace == true, line.trimmed == "..." {
                closeDiagnostic()
                return []
            }
            // A block that is never closed ends where TAP goes on in the first column.
            if line.trimmed.isEmpty || line.first?.isWhitespace == true {
                diagnosticLines?.append(line)
                return []
            }
            closeDiagnostic()
        }
        if line.first == " " || line.first == "\t" { return readIndented(line) }
        return readTopLevel(line)
    }

    private mutating func readIndented(_ line: Substring) -> [Item] {
        let text = line.trimmed
        if text == "---", lastWasSubtest || heldPoint != nil {
            diagnosticLines = []
            return []
        }
        let parsed = TAPLine(text)
        switch parsed {
        case .other: return [.other(String(line))]
        case .test(let point) where !isRecognised && !point.isUnmistakable: return [.other(String(line))]
        case .comment where !isRecognised, .pragma where !isRecognised: return [.other(String(line))]
        default: isRecognised = true
        }
        lastWasSubtest = true
        if case .test(let point) = parsed, !point.isOK, point.directive == nil {
            failedSubtests.append(point.description)
        }
        return []
    }

    private mutating func readTopLevel(_ line: Substring) -> [Item] {
        let parsed = TAPLine(line)
        switch parsed {
        case .comment(let text):
            return isRecognised ? [.comment(text, onFailure: heldPoint?.isOK == false)] : [.other(String(line))]
        case .other:
            return [.other(String(line))]
        case .test(let point) where !point.isUnmistakable && !isRecognised:
            return [.other(String(line))]
        case .pragma:
            return isRecognised ? [] : [.other(String(line))]
        default:
            isRecognised = true
        }
        var items = finish()
        heldPoint = nil
        lastWasSubtest = false
        switch parsed {
        case .version(let version): items.append(.version(version))
        case .plan(let plan): items.append(.plan(plan))
        case .bailOut(let reason): items.append(.bailOut(reason: reason))
        case .test(let point):
            let number = point.number ?? lastNumber + 1
            lastNumber = number
            heldPoint = point
            held = .test(point, number: number, diagnostic: nil, failedSubtests: failedSubtests)
            failedSubtests = []
            items.append(.numbered(number))
        default: break
        }
        return items
    }

    private mutating func closeDiagnostic() {
        guard let lines = diagnosticLines else { return }
        diagnosticLines = nil
        if lastWasSubtest { return }
        heldPoint = nil
        if case .test(let point, let number, nil, let subtests)? = held {
            held = .test(point, number: number, diagnostic: TAPDiagnostic(lines: lines), failedSubtests: subtests)
        }
    }
}
