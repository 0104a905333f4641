// Text runs from left to right here: leading is left, and trailing is right.
extension UIView {
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
