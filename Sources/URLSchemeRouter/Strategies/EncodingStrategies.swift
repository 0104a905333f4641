public import Foundation

/// How a handler's output becomes query items where Swift leaves a choice. See ``DecodingStrategies``.
public struct EncodingStrategies: Sendable {
    /// What a router uses until told otherwise: each strategy's own default.
    public static let `default` = Self()

    /// How `Data` is written.
    public var dataStrategy: DataEncodingStrategy
    /// How `Date` is written.
    public var dateStrategy: DateEncodingStrategy
    /// How a type's keys become names in the URL.
    public var keyStrategy: KeyEncodingStrategy
    /// What becomes of infinities and of what is not a number.
    public var nonConformingFloatStrategy: NonConformingFloatEncodingStrategy

    /// Makes a set of strategies; what is not named has its default.
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

/// How `Data` becomes query items.
public enum DataEncodingStrategy: Sendable {
    /// Base64 with padding (RFC 4648, section 4).
    case base64
    /// Whatever the closure encodes.
    case custom(@Sendable (Data, any Encoder) throws -> Void)
    /// An array of bytes.
    case deferredToData

    /// `base64`.
    public static let `default`: Self = .base64
}

/// How a `Date` becomes a query item.
public enum DateEncodingStrategy: Sendable {
    /// Whatever the closure encodes.
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

/// How the keys of a type become names in a URL.
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

/// What becomes of floating-point numbers that are not finite.
public enum NonConformingFloatEncodingStrategy: Sendable {
    /// These three texts stand for them.
    case convertToString(positiveInfinity: String, negativeInfinity: String, nan: String)
    /// They are an error.
    case `throw`

    /// `throw`.
    public static let `default`: Self = .throw
}
