import Foundation

extension UIView {
    /// The edges and sizes that change when the superview's size changes. UIKit API.
    public struct AutoresizingMask: OptionSet, Sendable {
        /// The bits of the mask.
        public let rawValue: UInt
        /// Makes a mask from bits.
        public init(rawValue: UInt) { self.rawValue = rawValue }

        /// The distance to the left edge. UIKit API.
        public static let flexibleLeftMargin = AutoresizingMask(rawValue: 1)
        /// The width. UIKit API.
        public static let flexibleWidth = AutoresizingMask(rawValue: 2)
        /// The distance to the right edge. UIKit API.
        public static let flexibleRightMargin = AutoresizingMask(rawValue: 4)
        /// The distance to the top edge. UIKit API.
        public static let flexibleTopMargin = AutoresizingMask(rawValue: 8)
        /// The height. UIKit API.
        public static let flexibleHeight = AutoresizingMask(rawValue: 16)
        /// The distance to the bottom edge. UIKit API.
        public static let flexibleBottomMargin = AutoresizingMask(rawValue: 32)
    }

    /// Moves and resizes the view as its mask says, after its superview has taken another size.
    func followSuperview(from old: CGSize, to new: CGSize) {
        let mask = autoresizingMask
        if !translatesAutoresizingMaskIntoConstraints || mask.isEmpty { return }
        let (x, width) = Self.resized(
            start: frame.minX, length: frame.width, in: old.width, to: new.width,
            flexible: (
                mask.contains(.flexibleLeftMargin), mask.contains(.flexibleWidth), mask.contains(.flexibleRightMargin)
            ))
        let (y, height) = Self.resized(
            start: frame.minY, length: frame.height, in: old.height, to: new.height,
            flexible: (
                mask.contains(.flexibleTopMargin), mask.contains(.flexibleHeight), mask.contains(.flexibleBottomMargin)
            ))
        frame = CGRect(x: x, y: y, width: width, height: height)
    }

    /// Shares a change of size among the flexible parts, in proportion to their lengths, or equally where these are zero.
    static func resized(
        start: CGFloat, length: CGFloat, in old: CGFloat, to new: CGFloat, flexible: (Bool, Bool, Bool)
    ) -> (CGFloat, CGFloat) {
        let isFlexible = [flexible.0, flexible.1, flexible.2]
        let lengths = [start, length, old - start - length]
        let total = zip(lengths, isFlexible).reduce(0) { $0 + ($1.1 ? max($1.0, 0) : 0) }
        let count = CGFloat(isFlexible.filter(\.self).count)
        if count == 0 { return (start, length) }
        func share(_ index: Int) -> CGFloat {
            if !isFlexible[index] { return 0 }
            return (new - old) * (total > 0 ? max(lengths[index], 0) / total : 1 / count)
        }
        return (start + share(0), max(length + share(1), 0))
    }
}
