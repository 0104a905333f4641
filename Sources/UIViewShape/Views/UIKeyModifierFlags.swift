/// Keys that are held while something happens. UIKit API.
public struct UIKeyModifierFlags: OptionSet, Sendable {
    /// The bits.
    public let rawValue: Int

    /// Makes a set from its bits.
    public init(rawValue: Int) { self.rawValue = rawValue }

    /// Caps Lock.
    public static let alphaShift = UIKeyModifierFlags(rawValue: 1 << 16)
    /// Shift.
    public static let shift = UIKeyModifierFlags(rawValue: 1 << 17)
    /// Control.
    public static let control = UIKeyModifierFlags(rawValue: 1 << 18)
    /// Option, which is Alt.
    public static let alternate = UIKeyModifierFlags(rawValue: 1 << 19)
    /// Command, which is Meta or the key with the window.
    public static let command = UIKeyModifierFlags(rawValue: 1 << 20)
    /// A key of the numeric keypad.
    public static let numericPad = UIKeyModifierFlags(rawValue: 1 << 21)
}
