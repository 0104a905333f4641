/// A key of the dictionary that describes a change, see ``UIResponder/observeValue(forKeyPath:of:change:context:)``. Foundation API.
public struct NSKeyValueChangeKey: RawRepresentable, Hashable, Sendable {
    /// The key as text.
    public let rawValue: String
    /// Makes a key from text.
    public init(rawValue: String) { self.rawValue = rawValue }
    /// The kind of the change, a number: 1 for a new value. Foundation API.
    public static let kindKey = NSKeyValueChangeKey(rawValue: "kind")
    /// The value after the change, `NSNull` for nil. Foundation API.
    public static let newKey = NSKeyValueChangeKey(rawValue: "new")
    /// The value before the change, `NSNull` for nil. Foundation API.
    public static let oldKey = NSKeyValueChangeKey(rawValue: "old")
}
