public import Foundation

/// How values of a URL's query items are read where Swift leaves a choice.
///
/// ```swift
/// let router = URLSchemeRouter(
///     scheme: "notesapp",
///     queryItemDecodingStrategies: DecodingStrategies(dateStrategy: .iso8601, keyStrategy: .convertFromSnakeCase))
/// ```
public struct DecodingStrategies: Sendable {
    /// What a router uses when none is given: each strategy's own default.
    public static let `default` = Self()

    /// How `Data` is read.
    public var dataStrategy: DataDecodingStrategy
    /// How `Date` is read.
    public var dateStrategy: DateDecodingStrategy
    /// How a type's keys and the names in the URL relate.
    public var keyStrategy: KeyDecodingStrategy
    /// What becomes of infinities and of what is not a number.
    public var nonConformingFloatStrategy: NonConformingFloatDecodingStrategy

    /// Makes a set of strategies; what is not named has its default.
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

/// How `Data` is read from a query item.
public enum DataDecodingStrategy: Sendable {
    /// Base64 with padding, the alphabet with `+` and `/` (RFC 4648, section 4).
    case base64
    /// Whatever the closure makes of it.
    case custom(@Sendable (any Decoder) throws -> Data)
    /// An array of bytes, `data.0=222&data.1=173`.
    case deferredToData

    /// `base64`.
    public static let `default`: Self = .base64
}

/// How a `Date` is read from a query item.
public enum DateDecodingStrategy: Sendable {
    /// Whatever the closure makes of it.
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

/// How the keys of a type are found among the names of a URL.
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

/// What becomes of floating-point numbers that are not finite.
public enum NonConformingFloatDecodingStrategy: Sendable {
    /// These three texts stand for them.
    case convertToString(positiveInfinity: String, negativeInfinity: String, nan: String)
    /// They are an error. A number too large for its type is one of them.
    case `throw`

    /// `throw`.
    public static let `default`: Self = .throw
}
