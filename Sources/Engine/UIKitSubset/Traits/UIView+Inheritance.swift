import Foundation

// The settings that a view takes from its superview: the tint and the traits.
extension UIView {
    static let systemTint = UIColor(red: 0, green: 122 / 255, blue: 1, alpha: 1)

    var inheritedTraits: UITraitCollection {
        let surroundings = superview?.traitCollection ?? UITraitCollection.current
        return surroundings.with(controller?.overrideUserInterfaceStyle ?? .unspecified).with(
            overrideUserInterfaceStyle)
    }

    /// Calls the methods for changes of the tint and the traits, in the whole tree of the view.
    func inheritanceChanged() {
        let (tint, traits) = (tintColor, traitCollection)
        if let tint, tint != knownTint {
            knownTint = tint
            tintColorDidChange()
        }
        if traits != knownTraits {
            let former = knownTraits
            knownTraits = traits
            traitCollectionDidChange(former)
            controller?.traitCollectionDidChange(former)
        }
        for subview in subviews { subview.inheritanceChanged() }
    }
}
