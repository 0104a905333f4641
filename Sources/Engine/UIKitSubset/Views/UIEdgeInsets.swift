public import Foundation

/// Distances from the four edges of a view, in points. UIKit's, for views that stand in for a phone's.
public struct UIEdgeInsets: Sendable, Equatable, Codable {
    /// The distance from each edge.
    public var top, left, bottom, right: CGFloat

    /// No distance anywhere.
    public static let zero = UIEdgeInsets(top: 0, left: 0, bottom: 0, right: 0)

    /// Makes insets of their distances.
    public init(top: CGFloat, left: CGFloat, bottom: CGFloat, right: CGFloat) {
        (self.top, self.left, self.bottom, self.right) = (top, left, bottom, right)
    }
}
