public import Foundation

/// A line or a size of a view, from which constraints are made. UIKit API. Main actor only.
@preconcurrency @MainActor
open class NSLayoutAnchor<AnchorType: AnyObject>: NSObject {
    /// The view or guide. UIKit API.
    open private(set) weak var item: AnyObject?
    let attribute: NSLayoutConstraint.Attribute

    init(_ item: AnyObject, _ attribute: NSLayoutConstraint.Attribute) {
        self.item = item
        self.attribute = attribute
        super.init()
    }

    /// Returns a constraint that puts the anchor at another one, `c` points further. UIKit API. It is not active.
    open func constraint(equalTo anchor: NSLayoutAnchor<AnchorType>, constant c: CGFloat = 0) -> NSLayoutConstraint {
        NSLayoutConstraint(item, attribute, anchor.item, anchor.attribute, constant: c)
    }
}

/// A vertical line of a view. UIKit API.
@preconcurrency @MainActor
public final class NSLayoutXAxisAnchor: NSLayoutAnchor<NSLayoutXAxisAnchor> {}

/// A horizontal line of a view. UIKit API.
@preconcurrency @MainActor
public final class NSLayoutYAxisAnchor: NSLayoutAnchor<NSLayoutYAxisAnchor> {}

/// A width or height of a view. UIKit API.
@preconcurrency @MainActor
public final class NSLayoutDimension: NSLayoutAnchor<NSLayoutDimension> {
    /// Returns a constraint that sets the size to `c` points. UIKit API. It is not active.
    public func constraint(equalToConstant c: CGFloat) -> NSLayoutConstraint {
        NSLayoutConstraint(item, attribute, constant: c)
    }

    /// Returns a constraint that sets the size to a multiple of another, `c` points longer. UIKit API. It is not active.
    public func constraint(equalTo anchor: NSLayoutDimension, multiplier m: CGFloat, constant c: CGFloat = 0)
        -> NSLayoutConstraint
    {
        NSLayoutConstraint(item, attribute, anchor.item, anchor.attribute, multiplier: m, constant: c)
    }
}
