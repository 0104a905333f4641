public import Foundation

/// A font by its name, size and weight. UIKit API; nothing is drawn with it. Any thread.
open class UIFont: NSObject, @unchecked Sendable {
    // Immutable, which makes the class Sendable. A subclass has to be Sendable itself.

    /// The name. UIKit API.
    public let fontName: String
    /// The size, in points. UIKit API.
    public let pointSize: CGFloat
    private let weight: Weight

    private init(name: String, size: CGFloat, weight: Weight = .regular) {
        (fontName, pointSize, self.weight) = (name, size, weight)
        super.init()
    }

    /// Makes a font of a name; nil for an empty one. UIKit API. Unlike on iOS the font need not exist.
    public convenience init?(name fontName: String, size fontSize: CGFloat) {
        if fontName.isEmpty { return nil }
        self.init(name: fontName, size: fontSize, weight: .regular)
    }

    /// Returns the system's font. UIKit API.
    open class func systemFont(ofSize fontSize: CGFloat) -> UIFont { systemFont(ofSize: fontSize, weight: .regular) }

    /// Returns the system's font in a weight. UIKit API.
    open class func systemFont(ofSize fontSize: CGFloat, weight: Weight) -> UIFont {
        UIFont(name: ".SFUI-Regular", size: fontSize, weight: weight)
    }

    /// Returns the system's bold font. UIKit API.
    open class func boldSystemFont(ofSize fontSize: CGFloat) -> UIFont { systemFont(ofSize: fontSize, weight: .bold) }

    /// Returns the font for a use, in the size that it has unless the user changes it. UIKit API.
    open class func preferredFont(forTextStyle style: TextStyle) -> UIFont {
        systemFont(ofSize: style.size, weight: style == .headline ? .semibold : .regular)
    }

    /// Returns the font in another size. UIKit API.
    open func withSize(_ fontSize: CGFloat) -> UIFont { UIFont(name: fontName, size: fontSize, weight: weight) }

    /// Returns whether `object` is a font of the same name, size and weight.
    open override func isEqual(_ object: Any?) -> Bool {
        guard let other = object as? UIFont else { return false }
        return (fontName, pointSize, weight) == (other.fontName, other.pointSize, other.weight)
    }

    /// The same for equal fonts.
    open override var hash: Int {
        var hasher = Hasher()
        hasher.combine(fontName)
        hasher.combine(pointSize)
        return hasher.finalize()
    }
}

extension UIFont {
    /// The weight of a font. UIKit API.
    public struct Weight: RawRepresentable, Hashable, Sendable {
        /// The weight as a number from -1 to 1.
        public let rawValue: CGFloat
        /// Makes a weight from a number.
        public init(rawValue: CGFloat) { self.rawValue = rawValue }
        /// A thin font. UIKit API.
        public static let light = Weight(rawValue: -0.4)
        /// A usual font. UIKit API.
        public static let regular = Weight(rawValue: 0)
        /// A font that is a little bolder. UIKit API.
        public static let medium = Weight(rawValue: 0.23)
        /// A font between medium and bold. UIKit API.
        public static let semibold = Weight(rawValue: 0.3)
        /// A bold font. UIKit API.
        public static let bold = Weight(rawValue: 0.4)
        /// The boldest font but one. UIKit API.
        public static let heavy = Weight(rawValue: 0.56)
    }

    /// A use of a font. UIKit API.
    public struct TextStyle: RawRepresentable, Hashable, Sendable {
        /// The use as text.
        public let rawValue: String
        /// Makes a use from text.
        public init(rawValue: String) { self.rawValue = rawValue }
        /// The largest title. UIKit API.
        public static let largeTitle = TextStyle(rawValue: "UICTFontTextStyleTitle0")
        /// A title of the first level. UIKit API.
        public static let title1 = TextStyle(rawValue: "UICTFontTextStyleTitle1")
        /// A title of the second level. UIKit API.
        public static let title2 = TextStyle(rawValue: "UICTFontTextStyleTitle2")
        /// A title of the third level. UIKit API.
        public static let title3 = TextStyle(rawValue: "UICTFontTextStyleTitle3")
        /// A heading. UIKit API.
        public static let headline = TextStyle(rawValue: "UICTFontTextStyleHeadline")
        /// A heading below another. UIKit API.
        public static let subheadline = TextStyle(rawValue: "UICTFontTextStyleSubhead")
        /// The text. UIKit API.
        public static let body = TextStyle(rawValue: "UICTFontTextStyleBody")
        /// A note that is set apart. UIKit API.
        public static let callout = TextStyle(rawValue: "UICTFontTextStyleCallout")
        /// A note below. UIKit API.
        public static let footnote = TextStyle(rawValue: "UICTFontTextStyleFootnote")
        /// The words below a picture. UIKit API.
        public static let caption1 = TextStyle(rawValue: "UICTFontTextStyleCaption1")
        /// Smaller words below a picture. UIKit API.
        public static let caption2 = TextStyle(rawValue: "UICTFontTextStyleCaption2")

        // Source: https://developer.apple.com/design/human-interface-guidelines/typography, the size Large.
        var size: CGFloat {
            switch self {
            case .largeTitle: 34
            case .title1: 28
            case .title2: 22
            case .title3: 20
            case .subheadline: 15
            case .callout: 16
            case .footnote: 13
            case .caption1: 12
            case .caption2: 11
            default: 17
            }
        }
    }
}
