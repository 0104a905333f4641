public import Foundation

/// A rectangle in a view that constraints can name. UIKit API. Main actor only.
@preconcurrency @MainActor
open class UILayoutGuide: NSObject {
    /// The view that the rectangle belongs to. UIKit API.
    open private(set) weak var owningView: UIView?

    init(of view: UIView) {
        owningView = view
        super.init()
    }

    /// The rectangle in the coordinates of the view. UIKit API.
    open var layoutFrame: CGRect {
        guard let view = owningView else { return .zero }
        let (bounds, insets) = (view.bounds, view.safeAreaInsets)
        return CGRect(
            x: bounds.minX + insets.left, y: bounds.minY + insets.top,
            width: max(bounds.width - insets.left - insets.right, 0),
            height: max(bounds.height - insets.top - insets.bottom, 0))
    }

    /// The left edge. UIKit API.
    public var leadingAnchor: NSLayoutXAxisAnchor { NSLayoutXAxisAnchor(self, .leading) }
    /// The right edge. UIKit API.
    public var trailingAnchor: NSLayoutXAxisAnchor { NSLayoutXAxisAnchor(self, .trailing) }
    /// The left edge. UIKit API.
    public var leftAnchor: NSLayoutXAxisAnchor { NSLayoutXAxisAnchor(self, .left) }
    /// The right edge. UIKit API.
    public var rightAnchor: NSLayoutXAxisAnchor { NSLayoutXAxisAnchor(self, .right) }
    /// The vertical middle line. UIKit API.
    public var centerXAnchor: NSLayoutXAxisAnchor { NSLayoutXAxisAnchor(self, .centerX) }
    /// The top edge. UIKit API.
    public var topAnchor: NSLayoutYAxisAnchor { NSLayoutYAxisAnchor(self, .top) }
    /// The bottom edge. UIKit API.
    public var bottomAnchor: NSLayoutYAxisAnchor { NSLayoutYAxisAnchor(self, .bottom) }
    /// The horizontal middle line. UIKit API.
    public var centerYAnchor: NSLayoutYAxisAnchor { NSLayoutYAxisAnchor(self, .centerY) }
    /// The width. UIKit API.
    public var widthAnchor: NSLayoutDimension { NSLayoutDimension(self, .width) }
    /// The height. UIKit API.
    public var heightAnchor: NSLayoutDimension { NSLayoutDimension(self, .height) }
}
