public import Foundation

/// The look of an interface. UIKit API.
public enum UIUserInterfaceStyle: Int, Sendable {
    /// The look of the surroundings; dark on light; light on dark. UIKit API.
    case unspecified, light, dark
}

/// A rough measure of the space for an interface. UIKit API.
public enum UIUserInterfaceSizeClass: Int, Sendable {
    /// No measure; little space; much space. UIKit API.
    case unspecified, compact, regular
}

/// The look and the space of an interface, which never change. UIKit API. Any thread.
///
/// Unlike on iOS every view has the traits of a phone that is held upright, with a scale of 1. Its style is light unless
/// ``UIView/overrideUserInterfaceStyle`` sets another.
open class UITraitCollection: NSObject, @unchecked Sendable {
    // Immutable, which makes the class Sendable. A subclass has to be Sendable itself.

    /// The look. UIKit API.
    public let userInterfaceStyle: UIUserInterfaceStyle
    /// The number of pixels to a point; 0 where it is not set. UIKit API.
    public let displayScale: CGFloat
    /// The measure of the width. UIKit API.
    public let horizontalSizeClass: UIUserInterfaceSizeClass
    /// The measure of the height. UIKit API.
    public let verticalSizeClass: UIUserInterfaceSizeClass

    init(
        _ userInterfaceStyle: UIUserInterfaceStyle, displayScale: CGFloat = 0,
        _ horizontalSizeClass: UIUserInterfaceSizeClass = .unspecified,
        _ verticalSizeClass: UIUserInterfaceSizeClass = .unspecified
    ) {
        self.userInterfaceStyle = userInterfaceStyle
        self.displayScale = displayScale
        self.horizontalSizeClass = horizontalSizeClass
        self.verticalSizeClass = verticalSizeClass
        super.init()
    }

    /// Makes a collection without traits. UIKit API.
    public convenience override init() { self.init(.unspecified) }

    /// Makes a collection with a look only. UIKit API.
    public convenience init(userInterfaceStyle: UIUserInterfaceStyle) { self.init(userInterfaceStyle, displayScale: 0) }

    /// Makes a collection with a number of pixels to a point only. UIKit API.
    public convenience init(displayScale: CGFloat) { self.init(.unspecified, displayScale: displayScale) }

    /// Makes a collection with a measure of the width only. UIKit API.
    public convenience init(horizontalSizeClass: UIUserInterfaceSizeClass) {
        self.init(.unspecified, horizontalSizeClass)
    }

    /// Makes a collection with a measure of the height only. UIKit API.
    public convenience init(verticalSizeClass: UIUserInterfaceSizeClass) {
        self.init(.unspecified, .unspecified, verticalSizeClass)
    }

    /// The traits of a view without overrides. UIKit API.
    open class var current: UITraitCollection { UITraitCollection(.light, displayScale: 1, .compact, .regular) }

    /// Returns whether colours can differ between the two collections. UIKit API.
    open func hasDifferentColorAppearance(comparedTo traitCollection: UITraitCollection?) -> Bool {
        userInterfaceStyle != traitCollection?.userInterfaceStyle
    }

    func with(_ style: UIUserInterfaceStyle) -> UITraitCollection {
        if style == .unspecified { return self }
        return UITraitCollection(style, displayScale: displayScale, horizontalSizeClass, verticalSizeClass)
    }

    /// Returns whether `object` is a collection with the same traits.
    open override func isEqual(_ object: Any?) -> Bool {
        guard let other = object as? UITraitCollection else { return false }
        return (userInterfaceStyle, displayScale, horizontalSizeClass, verticalSizeClass)
            == (other.userInterfaceStyle, other.displayScale, other.horizontalSizeClass, other.verticalSizeClass)
    }

    /// The same for equal collections.
    open override var hash: Int {
        var hasher = Hasher()
        hasher.combine(userInterfaceStyle)
        hasher.combine(displayScale)
        hasher.combine(horizontalSizeClass)
        hasher.combine(verticalSizeClass)
        return hasher.finalize()
    }
}
