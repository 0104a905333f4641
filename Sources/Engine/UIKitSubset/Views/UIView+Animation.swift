public import Foundation

extension UIView {
    /// The course of an animation. UIKit API; without effect.
    public struct AnimationOptions: OptionSet, Sendable {
        /// The bits of the options.
        public let rawValue: UInt

        /// Makes options from bits.
        public init(rawValue: UInt) { self.rawValue = rawValue }

        /// Subviews are laid out in the animation. UIKit API.
        public static let layoutSubviews = AnimationOptions(rawValue: 1)
        /// Touches reach the views meanwhile. UIKit API.
        public static let allowUserInteraction = AnimationOptions(rawValue: 1 << 1)
        /// The animation starts at the present values. UIKit API.
        public static let beginFromCurrentState = AnimationOptions(rawValue: 1 << 2)
        /// The animation is repeated. UIKit API.
        public static let `repeat` = AnimationOptions(rawValue: 1 << 3)
        /// The animation runs back. UIKit API.
        public static let autoreverse = AnimationOptions(rawValue: 1 << 4)
        /// An inner animation keeps its own duration. UIKit API.
        public static let overrideInheritedDuration = AnimationOptions(rawValue: 1 << 5)
        /// An inner animation keeps its own curve. UIKit API.
        public static let overrideInheritedCurve = AnimationOptions(rawValue: 1 << 6)
        /// The content changes in the animation. UIKit API.
        public static let allowAnimatedContent = AnimationOptions(rawValue: 1 << 7)
        /// A transition hides and shows views. UIKit API.
        public static let showHideTransitionViews = AnimationOptions(rawValue: 1 << 8)
        /// An inner animation keeps its own options. UIKit API.
        public static let overrideInheritedOptions = AnimationOptions(rawValue: 1 << 9)
        /// The animation starts and ends slowly. UIKit API.
        public static let curveEaseInOut: AnimationOptions = []
        /// The animation starts slowly. UIKit API.
        public static let curveEaseIn = AnimationOptions(rawValue: 1 << 16)
        /// The animation ends slowly. UIKit API.
        public static let curveEaseOut = AnimationOptions(rawValue: 2 << 16)
        /// The animation keeps its speed. UIKit API.
        public static let curveLinear = AnimationOptions(rawValue: 3 << 16)
        /// A transition from one view to another dissolves the former. UIKit API.
        public static let transitionCrossDissolve = AnimationOptions(rawValue: 5 << 20)
    }

    /// Changes views. UIKit API. Unlike on iOS the views have their new values at once.
    public class func animate(withDuration duration: TimeInterval, animations: @escaping () -> Void) { animations() }

    /// Changes views and calls the completion with true. UIKit API.
    ///
    /// Unlike on iOS the views have their new values at once. The completion follows at the main queue's next turn.
    public class func animate(
        withDuration duration: TimeInterval, animations: @escaping () -> Void, completion: ((Bool) -> Void)? = nil
    ) {
        animate(withDuration: duration, delay: 0, animations: animations, completion: completion)
    }

    /// Changes views and calls the completion with true. UIKit API.
    ///
    /// Unlike on iOS the views have their new values at once, whatever the delay. The completion follows at the main queue's next turn.
    public class func animate(
        withDuration duration: TimeInterval, delay: TimeInterval, options: AnimationOptions = [],
        animations: @escaping () -> Void, completion: ((Bool) -> Void)? = nil
    ) {
        animations()
        if let completion { Task { completion(true) } }
    }
}
