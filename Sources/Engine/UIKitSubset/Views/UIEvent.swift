public import Foundation

/// An event of a person's input. UIKit API. Unlike on iOS no input makes events.
@preconcurrency @MainActor
open class UIEvent: NSObject {
    /// The buttons of a mouse. UIKit API.
    public struct ButtonMask: OptionSet, Hashable, Sendable {
        /// The bits of the buttons.
        public let rawValue: Int

        /// Makes buttons from bits.
        public init(rawValue: Int) { self.rawValue = rawValue }

        /// The main button, the left one for most people. UIKit API.
        public static let primary = ButtonMask(rawValue: 1)
        /// The button that opens menus, the right one for most people. UIKit API.
        public static let secondary = ButtonMask(rawValue: 2)

        /// The button of a number; 1 is the main one, 3 the middle one. UIKit API.
        public static func button(_ number: Int) -> ButtonMask { ButtonMask(rawValue: 1 << (number - 1)) }
    }

    /// The touches of the event: always nil. UIKit API.
    open var allTouches: Set<UITouch>? { nil }
}
