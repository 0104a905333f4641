public import Foundation

/// A recognizer of touches. UIKit API. Main actor only.
///
/// Nobody touches a view here: a test calls ``recognize()``. Linux has no selectors: an action is a method, written as `Type.method`.
@preconcurrency @MainActor
open class UIGestureRecognizer: NSObject {
    /// The stage of a gesture. UIKit API.
    public enum State: Int, Sendable {
        case possible, began, changed, ended, cancelled, failed
    }

    private var actions: [(target: ObjectIdentifier?, call: @MainActor (UIGestureRecognizer) -> Void)] = []

    /// Makes a recognizer. UIKit API.
    public override init() { super.init() }

    /// Makes a recognizer that calls a closure; nil does nothing. ``removeTarget(_:)`` ends the calls.
    public convenience init(target: AnyObject?, action: (@MainActor () -> Void)?) {
        self.init()
        if let action { actions.append((target.map { ObjectIdentifier($0) }, { _ in action() })) }
    }

    /// Makes a recognizer that calls a method of a target, which the recognizer does not keep.
    public convenience init<Target: AnyObject>(
        target: Target, action: @escaping @MainActor (Target) -> () -> Void
    ) {
        self.init()
        addTarget(target, action: action)
    }

    /// Makes a recognizer that calls a method of a target with the recognizer.
    public convenience init<Target: AnyObject, Recognizer: UIGestureRecognizer>(
        target: Target, action: @escaping @MainActor (Target) -> (Recognizer) -> Void
    ) {
        self.init()
        addTarget(target, action: action)
    }

    /// Has the recognizer call a method of a target, which the recognizer does not keep.
    public func addTarget<Target: AnyObject>(
        _ target: Target, action: @escaping @MainActor (Target) -> () -> Void
    ) {
        actions.append(
            (
                ObjectIdentifier(target),
                { [weak target] _ in if let target { action(target)() } }
            ))
    }

    /// Has the recognizer call a method of a target with the recognizer.
    public func addTarget<Target: AnyObject, Recognizer: UIGestureRecognizer>(
        _ target: Target, action: @escaping @MainActor (Target) -> (Recognizer) -> Void
    ) {
        actions.append(
            (
                ObjectIdentifier(target),
                { [weak target] recognizer in
                    if let target, let recognizer = recognizer as? Recognizer { action(target)(recognizer) }
                }
            ))
    }

    /// Ends the calls of a target, or of all for nil.
    public func removeTarget(_ target: AnyObject?) {
        actions.removeAll { entry in target.map { ObjectIdentifier($0) == entry.target } ?? true }
    }

    /// Recognizes the gesture, as for a person's touches: calls the actions while ``state`` is `ended`. Not of UIKit's API.
    ///
    /// - Returns: false for a recognizer that is not enabled or has no view.
    @discardableResult
    public func recognize() -> Bool {
        guard isEnabled, view != nil else { return false }
        stage = .ended
        defer { stage = .possible }
        for action in actions { action.call(self) }
        return true
    }

    private var stage = State.possible

    /// The view that has the recognizer. UIKit API.
    open internal(set) weak var view: UIView?
    /// Whether the recognizer takes part. UIKit API.
    open var isEnabled = true
    /// The stage of the gesture: possible, and ended in ``recognize()``. UIKit API.
    open var state: State { stage }
    /// Whether touches of a recognized gesture do not reach the view. UIKit API.
    open var cancelsTouchesInView = true
    /// A name for debugging. UIKit API.
    open var name: String?
}

/// A recognizer of taps. UIKit API. Main actor only.
@preconcurrency @MainActor
open class UITapGestureRecognizer: UIGestureRecognizer {
    /// The number of taps. UIKit API.
    open var numberOfTapsRequired = 1
    /// The number of fingers. UIKit API.
    open var numberOfTouchesRequired = 1
}

/// A recognizer of long presses. UIKit API. Main actor only.
@preconcurrency @MainActor
open class UILongPressGestureRecognizer: UIGestureRecognizer {
    /// The shortest time, in seconds. UIKit API.
    open var minimumPressDuration: TimeInterval = 0.5
}

/// A recognizer of swipes. UIKit API. Main actor only.
@preconcurrency @MainActor
open class UISwipeGestureRecognizer: UIGestureRecognizer {
    /// A direction. UIKit API.
    public struct Direction: OptionSet, Sendable {
        /// The bits of the directions.
        public let rawValue: UInt
        /// Makes directions from bits.
        public init(rawValue: UInt) { self.rawValue = rawValue }
        /// To the right. UIKit API.
        public static let right = Direction(rawValue: 1)
        /// To the left. UIKit API.
        public static let left = Direction(rawValue: 1 << 1)
        /// Up. UIKit API.
        public static let up = Direction(rawValue: 1 << 2)
        /// Down. UIKit API.
        public static let down = Direction(rawValue: 1 << 3)
    }

    /// The directions. UIKit API.
    open var direction = Direction.right
}

/// A recognizer of drags. UIKit API. Main actor only.
@preconcurrency @MainActor
open class UIPanGestureRecognizer: UIGestureRecognizer {}

/// A recognizer of pinches. UIKit API. Main actor only.
@preconcurrency @MainActor
open class UIPinchGestureRecognizer: UIGestureRecognizer {
    /// The factor between the distances of the fingers. UIKit API.
    open var scale: CGFloat = 1
}

extension UIView {
    func take(_ gestureRecognizer: UIGestureRecognizer) {
        gestureRecognizer.view?.removeGestureRecognizer(gestureRecognizer)
        gestureRecognizers = (gestureRecognizers ?? []) + [gestureRecognizer]
        gestureRecognizer.view = self
    }

    func release(_ gestureRecognizer: UIGestureRecognizer) {
        guard gestureRecognizer.view === self else { return }
        gestureRecognizers?.removeAll { $0 === gestureRecognizer }
        gestureRecognizer.view = nil
    }
}
