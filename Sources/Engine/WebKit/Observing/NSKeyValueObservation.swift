// Foundation on Linux has no key-value observing. These types stand in for its Swift API, for the properties of a web view.

/// The values that an observation reports besides the change itself. Foundation API.
public struct NSKeyValueObservingOptions: OptionSet, Sendable {
    /// The bits of the options.
    public let rawValue: UInt

    /// Makes options from bits.
    public init(rawValue: UInt) { self.rawValue = rawValue }

    /// The value after the change. Foundation API.
    public static let new = NSKeyValueObservingOptions(rawValue: 1)
    /// The value before the change. Foundation API.
    public static let old = NSKeyValueObservingOptions(rawValue: 2)
    /// A first report right away, before the observation is returned. Foundation API.
    public static let initial = NSKeyValueObservingOptions(rawValue: 4)
}

/// A change of an observed property. Foundation API.
public struct NSKeyValueObservedChange<Value> {
    /// The value after the change, if the options ask for it. Foundation API.
    public let newValue: Value?
    /// The value before the change, if the options ask for it. Foundation API.
    public let oldValue: Value?
}

/// An observation, which ends when it is invalidated or dropped. Foundation API. Main actor only.
@preconcurrency @MainActor
public final class NSKeyValueObservation: NSObject {
    private var end: (@MainActor () -> Void)?

    init(end: @escaping @MainActor () -> Void) {
        self.end = end
        super.init()
    }

    isolated deinit { end?() }

    /// Ends the observation; a second time does nothing. Foundation API.
    public func invalidate() {
        end?()
        end = nil
    }
}
