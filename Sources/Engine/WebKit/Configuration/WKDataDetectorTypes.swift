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
    /// Postal addresses with a street, a town and a postal code, as the United States, Britain and Germany write them.
    public static let address = WKDataDetectorTypes(rawValue: 1 << 2)
    /// Dates that have not passed, with or without a time, in English and in digits.
    public static let calendarEvent = WKDataDetectorTypes(rawValue: 1 << 3)
    /// Numbers of parcels of UPS, FedEx and postal services, with a right check digit.
    public static let trackingNumber = WKDataDetectorTypes(rawValue: 1 << 4)
    /// Numbers of flights after the word "flight" or the airline's name.
    public static let flightNumber = WKDataDetectorTypes(rawValue: 1 << 5)
    /// Words worth looking up. Unlike on iOS they do not turn into links.
    public static let lookupSuggestion = WKDataDetectorTypes(rawValue: 1 << 6)
    /// The older name of ``lookupSuggestion``.
    @available(*, deprecated, renamed: "lookupSuggestion")
    public static var spotlightSuggestion: WKDataDetectorTypes { lookupSuggestion }
    /// All types.
    public static let all = WKDataDetectorTypes(rawValue: .max)
}
