import Foundation

/// The layout of a view's subviews by constraints: each equation sets one line or size from one that is known.
///
/// A subview without enough constraints in a direction keeps its place or size there, and one with too many follows the first
/// that were activated. Unlike on iOS the size of a view never follows from its subviews.
@MainActor
struct FixedLayout {
    private let container: UIView
    private var spans: [ObjectIdentifier: (x: Span, y: Span)] = [:]
    private let subviews: [UIView]

    init(of container: UIView) {
        self.container = container
        subviews = container.subviews.filter { !$0.translatesAutoresizingMaskIntoConstraints }
        for view in subviews { spans[ObjectIdentifier(view)] = (Span(), Span()) }
    }

    /// Sets the frames of the subviews that constraints place.
    func apply() {
        var layout = self
        var hasChanged = true
        while hasChanged {
            hasChanged = false
            for view in layout.subviews where layout.learn(about: view) { hasChanged = true }
        }
        for view in layout.subviews {
            guard !view.layoutConstraints.isEmpty, let spans = layout.spans[ObjectIdentifier(view)] else { continue }
            let (x, width) = spans.x.place(otherwise: (view.frame.minX, view.frame.width))
            let (y, height) = spans.y.place(otherwise: (view.frame.minY, view.frame.height))
            let frame = CGRect(x: x, y: y, width: width, height: height)
            if view.frame != frame { view.frame = frame }
        }
    }

    /// Takes over what one view's constraints say; returns whether a line or size became known.
    private mutating func learn(about view: UIView) -> Bool {
        let key = ObjectIdentifier(view)
        var hasChanged = false
        for constraint in view.layoutConstraints {
            if constraint.firstItem === view, let value = value(of: constraint.secondItem, constraint.secondAttribute) {
                let result = value * constraint.multiplier + constraint.constant
                hasChanged = set(constraint.firstAttribute, to: result, of: key) || hasChanged
            }
            if constraint.secondItem === view, constraint.multiplier != 0,
                let value = value(of: constraint.firstItem, constraint.firstAttribute)
            {
                let result = (value - constraint.constant) / constraint.multiplier
                hasChanged = set(constraint.secondAttribute, to: result, of: key) || hasChanged
            }
        }
        return hasChanged
    }

    private mutating func set(_ attribute: NSLayoutConstraint.Attribute, to value: CGFloat, of key: ObjectIdentifier)
        -> Bool
    {
        guard let (isX, part) = Span.part(of: attribute) else { return false }
        return isX ? spans[key]?.x.set(part, value) ?? false : spans[key]?.y.set(part, value) ?? false
    }

    /// The value in the container's coordinates; nil while it is not known.
    private func value(of item: AnyObject?, _ attribute: NSLayoutConstraint.Attribute) -> CGFloat? {
        guard let (isX, part) = Span.part(of: attribute) else { return attribute == .notAnAttribute ? 0 : nil }
        if let view = item as? UIView, let spans = spans[ObjectIdentifier(view)] {
            return isX ? spans.x.value(part) : spans.y.value(part)
        }
        guard let rectangle = rectangle(of: item) else { return nil }
        let span =
            isX
            ? Span(start: rectangle.minX, length: rectangle.width)
            : Span(start: rectangle.minY, length: rectangle.height)
        return span.value(part)
    }

    /// The rectangle of a view that this layout does not place, in the container's coordinates.
    private func rectangle(of item: AnyObject?) -> CGRect? {
        let guide = item as? UILayoutGuide
        guard let view = item as? UIView ?? guide?.owningView else { return nil }
        let own = guide?.layoutFrame ?? view.bounds
        let offset = view.offset(from: container)
        return own.offsetBy(dx: offset.x, dy: offset.y)
    }
}
