public import Foundation

/// An entry of a menu. UIKit API. Main actor only.
@preconcurrency @MainActor
open class UIMenuElement: NSObject {
    /// The words for the user. UIKit API.
    open internal(set) var title: String
    /// The second line of words; nil for none. UIKit API; stored only.
    open var subtitle: String?
    /// The picture beside the title; nil for none. UIKit API; stored only.
    open internal(set) var image: UIImage?

    init(title: String, subtitle: String? = nil, image: UIImage? = nil) {
        self.title = title
        self.subtitle = subtitle
        self.image = image
        super.init()
    }
}

extension UIMenuElement {
    /// The mark beside an entry. UIKit API.
    public enum State: Int, Sendable {
        /// No mark; a check mark; a mark for a mixture of the two. UIKit API.
        case off, on, mixed
    }

    /// The ways in which a menu shows an entry. UIKit API.
    public struct Attributes: OptionSet, Sendable {
        /// The bits of the attributes.
        public let rawValue: UInt

        /// Makes attributes from bits.
        public init(rawValue: UInt) { self.rawValue = rawValue }

        /// An entry that cannot be chosen. UIKit API.
        public static let disabled = Attributes(rawValue: 1)
        /// An entry that deletes something. UIKit API.
        public static let destructive = Attributes(rawValue: 1 << 1)
        /// An entry that is not shown. UIKit API.
        public static let hidden = Attributes(rawValue: 1 << 2)
        /// An entry whose choice leaves the menu open. UIKit API.
        public static let keepsMenuPresented = Attributes(rawValue: 1 << 3)
    }
}
