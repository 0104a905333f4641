public import Foundation

/// A colour of the sRGB space with an opacity, or one that depends on the look of the interface. UIKit API, as far as views of this
/// package need it.
open class UIColor: NSObject, @unchecked Sendable {
    // Immutable, which makes the class Sendable. A subclass has to be Sendable itself.
    let red, green, blue, alpha: CGFloat
    private let provider: ((UITraitCollection) -> UIColor)?

    /// Makes a colour from its components, each from 0 to 1. UIKit API.
    public init(red: CGFloat, green: CGFloat, blue: CGFloat, alpha: CGFloat) {
        (self.red, self.green, self.blue, self.alpha) = (red, green, blue, alpha)
        provider = nil
        super.init()
    }

    /// Makes a colour that depends on the traits of the view. UIKit API. Its components are those for the current traits.
    ///
    /// - Parameter dynamicProvider: Returns the colour. Called on any thread.
    public init(dynamicProvider: @escaping (UITraitCollection) -> UIColor) {
        let color = dynamicProvider(.current)
        (red, green, blue, alpha) = (color.red, color.green, color.blue, color.alpha)
        provider = dynamicProvider
        super.init()
    }

    /// Returns the colour for some traits. UIKit API.
    open func resolvedColor(with traitCollection: UITraitCollection) -> UIColor {
        provider.map { $0(traitCollection).resolvedColor(with: traitCollection) } ?? self
    }

    /// Makes a grey from its brightness and opacity, each from 0 to 1. UIKit API.
    public convenience init(white: CGFloat, alpha: CGFloat) {
        self.init(red: white, green: white, blue: white, alpha: alpha)
    }

    /// Writes the components to the pointers that are not nil, and returns true. UIKit API.
    @discardableResult
    open func getRed(
        _ red: UnsafeMutablePointer<CGFloat>?, green: UnsafeMutablePointer<CGFloat>?,
        blue: UnsafeMutablePointer<CGFloat>?, alpha: UnsafeMutablePointer<CGFloat>?
    ) -> Bool {
        red?.pointee = self.red
        green?.pointee = self.green
        blue?.pointee = self.blue
        alpha?.pointee = self.alpha
        return true
    }

    /// Returns the colour with another opacity. UIKit API.
    open func withAlphaComponent(_ alpha: CGFloat) -> UIColor {
        guard let provider else { return UIColor(red: red, green: green, blue: blue, alpha: alpha) }
        return UIColor { provider($0).withAlphaComponent(alpha) }
    }

    /// Returns whether `object` is a colour with the same components in the light and in the dark look.
    open override func isEqual(_ object: Any?) -> Bool {
        guard let other = object as? UIColor else { return false }
        let isDynamic = provider != nil || other.provider != nil
        return (red, green, blue, alpha) == (other.red, other.green, other.blue, other.alpha)
            && (!isDynamic || dark == other.dark)
    }

    private var dark: UIColor { resolvedColor(with: UITraitCollection(userInterfaceStyle: .dark)) }

    /// The same for equal colours.
    open override var hash: Int {
        var hasher = Hasher()
        for component in [red, green, blue, alpha] { hasher.combine(component) }
        return hasher.finalize()
    }

    /// Black without opacity. UIKit API.
    open class var clear: UIColor { UIColor(white: 0, alpha: 0) }
    /// Black. UIKit API.
    open class var black: UIColor { UIColor(white: 0, alpha: 1) }
    /// White. UIKit API.
    open class var white: UIColor { UIColor(white: 1, alpha: 1) }
    /// A grey of half the brightness. UIKit API.
    open class var gray: UIColor { UIColor(white: 0.5, alpha: 1) }
    /// A grey of two thirds of the brightness. UIKit API.
    open class var lightGray: UIColor { UIColor(white: 2 / 3, alpha: 1) }
    /// A grey of a third of the brightness. UIKit API.
    open class var darkGray: UIColor { UIColor(white: 1 / 3, alpha: 1) }
    /// Red. UIKit API.
    open class var red: UIColor { UIColor(red: 1, green: 0, blue: 0, alpha: 1) }
    /// Green. UIKit API.
    open class var green: UIColor { UIColor(red: 0, green: 1, blue: 0, alpha: 1) }
    /// Blue. UIKit API.
    open class var blue: UIColor { UIColor(red: 0, green: 0, blue: 1, alpha: 1) }
    /// Yellow. UIKit API.
    open class var yellow: UIColor { UIColor(red: 1, green: 1, blue: 0, alpha: 1) }
    /// Orange. UIKit API.
    open class var orange: UIColor { UIColor(red: 1, green: 0.5, blue: 0, alpha: 1) }
}
