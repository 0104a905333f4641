/// Kinds of text that turn into links, see ``WKWebViewConfiguration/dataDetectorTypes``. Apple API.
public struct WKDataDetectorTypes: OptionSet, Hashable, Sendable {
    /// The bits.
    public let rawValue: UInt

    /// Makes a set from its bits.
    public init(rawValue: UInt) { self.rawValue = rawValue }

    /// Telephone numbers.
    public static let phoneNumber = WKDataDetectorTypes(rawValue: 1 << 0)
    /// Web addresses.
    public static let link = WKDataDetectorTypes(rawValue: 1 << 1)
    /// Postal addresses.
    public static let address = WKDataDetectorTypes(rawValue: 1 << 2)
    /// Dates and times.
    public static let calendarEvent = WKDataDetectorTypes(rawValue: 1 << 3)
    /// Numbers of parcels.
    public static let trackingNumber = WKDataDetectorTypes(rawValue: 1 << 4)
    /// Numbers of flights.
    public static let flightNumber = WKDataDetectorTypes(rawValue: 1 << 5)
    /// Words worth looking up.
    public static let lookupSuggestion = WKDataDetectorTypes(rawValue: 1 << 6)
    /// The older name of ``lookupSuggestion``.
    @available(*, deprecated, renamed: "lookupSuggestion")
    public static var spotlightSuggestion: WKDataDetectorTypes { lookupSuggestion }
    /// Everything.
    public static let all = WKDataDetectorTypes(rawValue: .max)
}
