public import Foundation

/// A relation between an edge, a middle or a size of a view and that of another. UIKit API, as far as a fixed layout needs it:
/// equations only. Main actor only.
@preconcurrency @MainActor
open class NSLayoutConstraint: NSObject {
    /// A line or a size of a view. UIKit API.
    public enum Attribute: Int, Sendable {
        /// A vertical line. Leading is left, and trailing is right. UIKit API.
        case left = 1, right, top, bottom, leading, trailing, width, height, centerX, centerY
        /// No attribute, for a relation to a number. UIKit API.
        case notAnAttribute = 0
    }

    /// The view or guide whose attribute is set. UIKit API.
    open private(set) weak var firstItem: AnyObject?
    /// The attribute of ``firstItem``. UIKit API.
    public let firstAttribute: Attribute
    /// The view or guide that it is set from; nil for a number. UIKit API.
    open private(set) weak var secondItem: AnyObject?
    /// The attribute of ``secondItem``. UIKit API.
    public let secondAttribute: Attribute
    /// The factor of the second attribute. UIKit API.
    public let multiplier: CGFloat
    /// The number that is added, in points. UIKit API.
    open var constant: CGFloat { didSet { if isActive { requestLayout() } } }
    /// A name for the application's use. UIKit API.
    open var identifier: String?

    init(
        _ first: AnyObject?, _ firstAttribute: Attribute, _ second: AnyObject? = nil,
        _ secondAttribute: Attribute = .notAnAttribute, multiplier: CGFloat = 1, constant: CGFloat
    ) {
        (firstItem, self.firstAttribute) = (first, firstAttribute)
        (secondItem, self.secondAttribute) = (second, secondAttribute)
        (self.multiplier, self.constant) = (multiplier, constant)
        super.init()
    }

    /// Whether the constraint takes part in layouts; its views hold it meanwhile. UIKit API.
    ///
    /// It is misuse, which ends the program as on iOS, to activate a constraint of views without a common ancestor.
    open var isActive = false { didSet { if isActive != oldValue { activityChanged() } } }

    /// Activates constraints. UIKit API.
    open class func activate(_ constraints: [NSLayoutConstraint]) {
        for constraint in constraints { constraint.isActive = true }
    }

    /// Deactivates constraints. UIKit API.
    open class func deactivate(_ constraints: [NSLayoutConstraint]) {
        for constraint in constraints { constraint.isActive = false }
    }

    var firstView: UIView? { Self.view(of: firstItem) }
    var secondView: UIView? { Self.view(of: secondItem) }

    private static func view(of item: AnyObject?) -> UIView? { item as? UIView ?? (item as? UILayoutGuide)?.owningView }

    private func activityChanged() {
        guard let first = firstView else { return }
        let views = [first, secondView].compactMap { $0 }
        if isActive, let second = secondView, first.root !== second.root {
            preconditionFailure("Unable to activate a constraint of views that have no common ancestor")
        }
        for view in views {
            view.layoutConstraints.removeAll { $0 === self }
            if isActive { view.layoutConstraints.append(self) }
        }
        requestLayout()
    }

    private func requestLayout() {
        for view in [firstView, secondView] { view?.superview?.setNeedsLayout() }
    }

    /// Returns whether one of the two views is inside `view`, and the other is not.
    func reachesOut(of view: UIView) -> Bool {
        guard let first = firstView, let second = secondView else { return false }
        return first.isDescendant(of: view) != second.isDescendant(of: view)
    }
}
