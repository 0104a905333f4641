public import Foundation

/// The strategies for writing a handler's output as query items where Swift leaves a choice. See ``DecodingStrategies``.
public struct EncodingStrategies: Sendable {
    /// The strategies of a router that is given none: each strategy's own default.
    public static let `default` = Self()

    /// The strategy for writing `Data`.
    public var dataStrategy: DataEncodingStrategy
    /// The strategy for writing `Date`.
    public var dateStrategy: DateEncodingStrategy
    /// The strategy for turning a type's keys into names in the URL.
    public var keyStrategy: KeyEncodingStrategy
    /// The strategy for infinities and for values that are not a number.
    public var nonConformingFloatStrategy: NonConformingFloatEncodingStrategy

    /// Makes a set of strategies; a strategy that is not named has its default.
    public init(
        dataStrategy: DataEncodingStrategy = .default,
        dateStrategy: DateEncodingStrategy = .default,
        keyStrategy: KeyEncodingStrategy = .default,
        nonConformingFloatStrategy: NonConformingFloatEncodingStrategy = .default
    ) {
        self.dataStrategy = dataStrategy
        self.dateStrategy = dateStrategy
        self.keyStrategy = keyStrategy
        self.nonConformingFloatStrategy = nonConformingFloatStrategy
    }
}

/// The ways to write `Data` as query items.
public enum DataEncodingStrategy: Sendable {
    /// Base64 with padding (RFC 4648, section 4).
    case base64
    /// The output of the closure.
    case custom(@Sendable (Data, any Encoder) throws -> Void)
    /// An array of bytes.
    case deferredToData

    /// `base64`.
    public static let `default`: Self = .base64
}

/// The ways to write a `Date` as a query item.
public enum DateEncodingStrategy: Sendable {
    /// The output of the closure.
    case custom(@Sendable (Date, any Encoder) throws -> Void)
    /// Seconds since the beginning of 2001 in UTC, as `Date` encodes itself.
    case deferredToDate
    /// The text that the formatter makes.
    case formatted(DateFormatter)
    /// `2026-01-31T12:30:00Z`, without fractions of a second.
    case iso8601
    /// Milliseconds since the beginning of 1970 in UTC.
    case millisecondsSince1970
    /// Seconds since the beginning of 1970 in UTC.
    case secondsSince1970

    /// `deferredToDate`.
    public static let `default`: Self = .deferredToDate
}

/// The ways to turn the keys of a type into names in a URL.
public enum KeyEncodingStrategy: Sendable {
    /// The key `userID` is the name `user_id`.
    case convertToSnakeCase
    /// The closure turns the path of a key (its last element is the key) into the name.
    case custom(@Sendable (_ codingPath: [any CodingKey]) -> any CodingKey)
    /// The key is the name.
    case useDefaultKeys

    /// `useDefaultKeys`.
    public static let `default`: Self = .useDefaultKeys
}

/// The treatment of floating-point numbers that are not finite.
public enum NonConformingFloatEncodingStrategy: Sendable {
    /// These three texts stand for the numbers.
    case convertToString(positiveInfinity: String, negativeInfinity: String, nan: String)
    /// The numbers are an error.
    case `throw`

    /// `throw`.
    public static let `default`: Self = .throw
}
