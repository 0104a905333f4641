public import Foundation

extension UIScrollView {
    /// The insets that are added for the safe area. UIKit API.
    public enum ContentInsetAdjustmentBehavior: Int, Sendable {
        /// Those of the surroundings; of the directions that scroll; none; those of the safe area. UIKit API.
        case automatic, scrollableAxes, never, always
    }

    /// The look of scroll indicators. UIKit API.
    public enum IndicatorStyle: Int, Sendable {
        /// Dark with a light border; dark; light. UIKit API.
        case `default`, black, white
    }

    /// The drags that put the keyboard away. UIKit API.
    public enum KeyboardDismissMode: Int, Sendable {
        /// None; any; one over the keyboard; the same for a keyboard with a view of the application's on it. UIKit API.
        case none, onDrag, interactive, onDragWithAccessory, interactiveWithAccessory
    }

    /// The part of the speed that content keeps in a millisecond. UIKit API.
    public struct DecelerationRate: RawRepresentable, Hashable, Sendable {
        /// The part, from 0 to 1. UIKit API.
        public let rawValue: CGFloat

        /// Makes a rate. UIKit API.
        public init(rawValue: CGFloat) { self.rawValue = rawValue }

        /// The usual rate. UIKit API.
        public static let normal = DecelerationRate(rawValue: 0.998)
        /// A rate with which content comes to rest soon. UIKit API.
        public static let fast = DecelerationRate(rawValue: 0.99)
    }
}
