import Foundation

/// The extent of a view in one direction, of which two parts give the others.
struct Span {
    enum Part { case start, middle, end, length }

    private var known: [(part: Part, value: CGFloat)] = []

    init() {}

    init(start: CGFloat, length: CGFloat) { known = [(.start, start), (.length, length)] }

    /// Adds a part; returns false where it is known already.
    mutating func set(_ part: Part, _ value: CGFloat) -> Bool {
        if self.value(part) != nil { return false }
        known.append((part, value))
        return true
    }

    /// A part that is known, or follows from two that are.
    func value(_ part: Part) -> CGFloat? {
        if let own = known.first(where: { $0.part == part }) { return own.value }
        guard let (start, length) = resolved else { return nil }
        switch part {
        case .start: return start
        case .middle: return start + length / 2
        case .end: return start + length
        case .length: return length
        }
    }

    /// The start and length, with what is not known taken from a frame.
    func place(otherwise frame: (CGFloat, CGFloat)) -> (CGFloat, CGFloat) {
        if let resolved { return resolved }
        switch known.first {
        case (.start, let start)?: return (start, frame.1)
        case (.middle, let middle)?: return (middle - frame.1 / 2, frame.1)
        case (.end, let end)?: return (end - frame.1, frame.1)
        case (.length, let length)?: return (frame.0, length)
        case nil: return frame
        }
    }

    private var resolved: (CGFloat, CGFloat)? {
        guard known.count >= 2 else { return nil }
        let values = Dictionary(known.map { ($0.part, $0.value) }) { first, _ in first }
        let (start, middle, end) = (values[.start], values[.middle], values[.end])
        if let length = values[.length] {
            if let start { return (start, length) }
            if let end { return (end - length, length) }
            return middle.map { ($0 - length / 2, length) }
        }
        if let start, let end { return (start, end - start) }
        if let start, let middle { return (start, (middle - start) * 2) }
        if let middle, let end { return (middle * 2 - end, (end - middle) * 2) }
        return nil
    }

    /// The direction of an attribute, true for the horizontal one, and its part of a span.
    static func part(of attribute: NSLayoutConstraint.Attribute) -> (isX: Bool, part: Part)? {
        switch attribute {
        case .left, .leading: (true, .start)
        case .right, .trailing: (true, .end)
        case .centerX: (true, .middle)
        case .width: (true, .length)
        case .top: (false, .start)
        case .bottom: (false, .end)
        case .centerY: (false, .middle)
        case .height: (false, .length)
        case .notAnAttribute: nil
        }
    }
}
