import Foundation

/// A menu, whose entries are actions and further menus. UIKit API. Main actor only.
///
/// ```swift
/// let menu = UIMenu(title: "Link", options: .displayInline, children: [open, copy])
/// ```
@preconcurrency @MainActor
open class UIMenu: UIMenuElement {
    /// The name of the menu. UIKit API.
    public let identifier: Identifier
    /// The ways in which another menu shows this one. UIKit API; stored only.
    public let options: Options
    /// The entries, in their order. UIKit API.
    public let children: [UIMenuElement]

    /// Makes a menu. UIKit API. Without an identifier the menu gets a UUID.
    public init(
        title: String = "", subtitle: String? = nil, image: UIImage? = nil, identifier: Identifier? = nil,
        options: Options = [], children: [UIMenuElement] = []
    ) {
        self.identifier = identifier ?? Identifier("com.apple.menu.dynamic.\(UUID().uuidString)")
        self.options = options
        self.children = children
        super.init(title: title, subtitle: subtitle, image: image)
    }

    /// Returns a menu that differs in its entries only. UIKit API.
    open func replacingChildren(_ newChildren: [UIMenuElement]) -> UIMenu {
        UIMenu(
            title: title, subtitle: subtitle, image: image, identifier: identifier, options: options,
            children: newChildren)
    }
}

extension UIMenu {
    /// The name of a menu. UIKit API.
    public struct Identifier: RawRepresentable, Hashable, Sendable {
        /// The name as text.
        public let rawValue: String

        /// Makes a name from text.
        public init(rawValue: String) { self.rawValue = rawValue }

        /// Makes a name from text. UIKit API.
        public init(_ rawValue: String) { self.rawValue = rawValue }
    }

    /// The ways in which a menu shows a menu inside it. UIKit API.
    public struct Options: OptionSet, Sendable {
        /// The bits of the options.
        public let rawValue: UInt

        /// Makes options from bits.
        public init(rawValue: UInt) { self.rawValue = rawValue }

        /// A menu whose entries stand among the outer menu's. UIKit API.
        public static let displayInline = Options(rawValue: 1)
        /// A menu that deletes something. UIKit API.
        public static let destructive = Options(rawValue: 1 << 1)
        /// A menu with a mark at one entry. UIKit API.
        public static let singleSelection = Options(rawValue: 1 << 5)
        /// A menu whose entries stand side by side. UIKit API.
        public static let displayAsPalette = Options(rawValue: 1 << 7)
    }
}
