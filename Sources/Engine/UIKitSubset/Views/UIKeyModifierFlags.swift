/// Keys that are held while something else happens. UIKit API.
public struct UIKeyModifierFlags: OptionSet, Hashable, Sendable {
    /// The bits of the keys.
    public let rawValue: Int

    /// Makes keys from bits.
    public init(rawValue: Int) { self.rawValue = rawValue }

    /// Caps Lock. UIKit API.
    public static let alphaShift = UIKeyModifierFlags(rawValue: 1 << 16)
    /// Shift. UIKit API.
    public static let shift = UIKeyModifierFlags(rawValue: 1 << 17)
    /// Control. UIKit API.
    public static let control = UIKeyModifierFlags(rawValue: 1 << 18)
    /// Option, which other keyboards call Alt. UIKit API.
    public static let alternate = UIKeyModifierFlags(rawValue: 1 << 19)
    /// Command, which other keyboards call Meta. UIKit API.
    public static let command = UIKeyModifierFlags(rawValue: 1 << 20)
    /// A key of the number pad. UIKit API.
    public static let numericPad = UIKeyModifierFlags(rawValue: 1 << 21)
}
