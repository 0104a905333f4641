public import Foundation

/// The strategies for reading values of a URL's query items where Swift leaves a choice.
///
/// ```swift
/// let router = URLSchemeRouter(
///     scheme: "notesapp",
///     queryItemDecodingStrategies: DecodingStrategies(dateStrategy: .iso8601, keyStrategy: .convertFromSnakeCase))
/// ```
public struct DecodingStrategies: Sendable {
    /// The strategies of a router that is given none: each strategy's own default.
    public static let `default` = Self()

    /// The strategy for reading `Data`.
    public var dataStrategy: DataDecodingStrategy
    /// The strategy for reading `Date`.
    public var dateStrategy: DateDecodingStrategy
    /// The strategy for finding a type's keys among the names in the URL.
    public var keyStrategy: KeyDecodingStrategy
    /// The strategy for infinities and for values that are not a number.
    public var nonConformingFloatStrategy: NonConformingFloatDecodingStrategy

    /// Makes a set of strategies; a strategy that is not named has its default.
    public init(
        dataStrategy: DataDecodingStrategy = .default,
        dateStrategy: DateDecodingStrategy = .default,
        keyStrategy: KeyDecodingStrategy = .default,
        nonConformingFloatStrategy: NonConformingFloatDecodingStrategy = .default
    ) {
        self.dataStrategy = dataStrategy
        self.dateStrategy = dateStrategy
        self.keyStrategy = keyStrategy
        self.nonConformingFloatStrategy = nonConformingFloatStrategy
    }
}

/// The ways to read `Data` from a query item.
public enum DataDecodingStrategy: Sendable {
    /// Base64 with padding, the alphabet with `+` and `/` (RFC 4648, section 4).
    case base64
    /// The value that the closure returns.
    case custom(@Sendable (any Decoder) throws -> Data)
    /// An array of bytes, `data.0=222&data.1=173`.
    case deferredToData

    /// `base64`.
    public static let `default`: Self = .base64
}

/// The ways to read a `Date` from a query item.
public enum DateDecodingStrategy: Sendable {
    /// The value that the closure returns.
    case custom(@Sendable (any Decoder) throws -> Date)
    /// Seconds since the beginning of 2001 in UTC, as `Date` encodes itself.
    case deferredToDate
    /// The text that the formatter reads.
    case formatted(DateFormatter)
    /// A date and a time with its zone, with or without fractions of a second: `2026-01-31T12:30:00Z`.
    case iso8601
    /// Milliseconds since the beginning of 1970 in UTC.
    case millisecondsSince1970
    /// Seconds since the beginning of 1970 in UTC.
    case secondsSince1970

    /// `deferredToDate`.
    public static let `default`: Self = .deferredToDate
}

/// The ways to find the keys of a type among the names of a URL.
public enum KeyDecodingStrategy: Sendable {
    /// The key `userID` is the name `user_id`.
    case convertFromSnakeCase
    /// The closure turns the path of a key (its last element is the key) into the name to look for.
    ///
    /// This is the other direction than that of `JSONDecoder`, which turns names into keys.
    case custom(@Sendable (_ codingPath: [any CodingKey]) -> any CodingKey)
    /// The key is the name.
    case useDefaultKeys

    /// `useDefaultKeys`.
    public static let `default`: Self = .useDefaultKeys
}

/// The treatment of floating-point numbers that are not finite.
public enum NonConformingFloatDecodingStrategy: Sendable {
    /// These three texts stand for the numbers.
    case convertToString(positiveInfinity: String, negativeInfinity: String, nan: String)
    /// The numbers are an error. A number too large for its type is one of them.
    case `throw`

    /// `throw`.
    public static let `default`: Self = .throw
}
