public import Foundation

/// A value of a script message or a reply between a page and its native half.
///
/// ```swift
/// let options: NativeValue = ["quality": 90, "source": "camera"]
/// options["quality"]?.number    // 90
/// ```
public enum NativeValue: Sendable, Hashable {
    /// JavaScript's `undefined`.
    case undefined
    /// `null`.
    case null
    /// `true` or `false`.
    case bool(Bool)
    /// A number, which may be NaN or infinite.
    case number(Double)
    /// A string.
    case string(String)
    /// A date.
    case date(Date)
    /// An array.
    case array([NativeValue])
    /// An object, without the order of its members.
    case object([String: NativeValue])

    /// The maximum depth of nested values.
    static let deepest = 500

    /// The string; nil for other values.
    public var string: String? { if case .string(let text) = self { text } else { nil } }

    /// The number; nil for other values.
    public var number: Double? { if case .number(let number) = self { number } else { nil } }

    /// The Boolean; nil for other values.
    public var bool: Bool? { if case .bool(let flag) = self { flag } else { nil } }

    /// The elements; nil for other values.
    public var array: [NativeValue]? { if case .array(let elements) = self { elements } else { nil } }

    /// The members; nil for other values.
    public var object: [String: NativeValue]? { if case .object(let members) = self { members } else { nil } }

    /// The member of an object; nil where the member is missing.
    public subscript(name: String) -> NativeValue? { object?[name] }
}

extension NativeValue: ExpressibleByStringLiteral, ExpressibleByBooleanLiteral, ExpressibleByFloatLiteral,
    ExpressibleByIntegerLiteral, ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral, ExpressibleByNilLiteral
{
    /// Makes a string.
    public init(stringLiteral value: String) { self = .string(value) }
    /// Makes a Boolean.
    public init(booleanLiteral value: Bool) { self = .bool(value) }
    /// Makes a number.
    public init(floatLiteral value: Double) { self = .number(value) }
    /// Makes a number.
    public init(integerLiteral value: Int) { self = .number(Double(value)) }
    /// Makes an array.
    public init(arrayLiteral elements: NativeValue...) { self = .array(elements) }
    /// Makes an object. The last of several members with the same name counts.
    public init(dictionaryLiteral elements: (String, NativeValue)...) {
        self = .object(Dictionary(elements, uniquingKeysWith: { $1 }))
    }
    /// Makes `null`.
    public init(nilLiteral: ()) { self = .null }
}

extension NativeValue {
    /// Makes a value from a script message's body, see `WKScriptMessage.body`; nil becomes `undefined`.
    ///
    /// - Throws: ``NativeCallError`` for a value that is nested too deeply, or of a type that no page can send.
    public init(_ value: Any?) throws(NativeCallError) { self = try Self.make(value, depth: 0) }

    private static func make(_ value: Any?, depth: Int) throws(NativeCallError) -> NativeValue {
        guard depth <= deepest else { throw NativeCallError("The value is nested more than \(deepest) deep") }
        // The value may contain another optional: WebKit reports `undefined` as nil.
        guard let value, let value = value as Any? else { return .undefined }
        if let container = try container(value, depth: depth) { return container }
        switch value {
        case let hashable as AnyHashable where type(of: value) == AnyHashable.self:
            return try make(hashable.base, depth: depth)
        case let value as NativeValue: return value
        case is NSNull: return .null
        case let text as String: return .string(text)
        case let date as Date: return .date(date)
        case let flag as Bool where isBoolean(value): return .bool(flag)
        case let number as NSNumber: return .number(number.doubleValue)
        case let number as Double: return .number(number)
        case let number as any BinaryInteger: return .number(Double(number))
        case let elements as [Any?]: return try array(elements, depth: depth)
        case let members as [String: Any?]: return try object(members, depth: depth)
        case Optional<Any>.none: return .undefined
        default: throw NativeCallError("A value of the type \(type(of: value)) cannot be sent")
        }
    }

    /// Returns a container of the types that WebKit gives them. Any other cast of a container has Foundation convert everything in it,
    /// at each level.
    private static func container(_ value: Any, depth: Int) throws(NativeCallError) -> NativeValue? {
        let type = type(of: value)
        if type == [String: AnyHashable].self, let members = value as? [String: AnyHashable] {
            return try object(members, depth: depth)
        }
        if type == [AnyHashable].self, let elements = value as? [AnyHashable] {
            return try array(elements, depth: depth)
        }
        if type == [String: Any].self, let members = value as? [String: Any] {
            return try object(members, depth: depth)
        }
        if type == [Any].self, let elements = value as? [Any] { return try array(elements, depth: depth) }
        return nil
    }

    private static func array(_ elements: [some Any], depth: Int) throws(NativeCallError) -> NativeValue {
        var array: [NativeValue] = []
        array.reserveCapacity(elements.count)
        for element in elements { array.append(try make(element, depth: depth + 1)) }
        return .array(array)
    }

    private static func object(_ members: [String: some Any], depth: Int) throws(NativeCallError) -> NativeValue {
        var object: [String: NativeValue] = [:]
        object.reserveCapacity(members.count)
        for (name, member) in members { object[name] = try make(member, depth: depth + 1) }
        return .object(object)
    }

    private static func isBoolean(_ value: Any) -> Bool {
        guard type(of: value) != Bool.self, let number = value as? NSNumber else { return value is Bool }
        return String(cString: number.objCType) == "c"
    }

    /// The value as a reply of `WKScriptMessageHandlerWithReply`; nil for `undefined`.
    public var any: Any? {
        switch self {
        case .undefined: nil
        case .null: NSNull()
        case .bool(let flag): NSNumber(value: flag)
        case .number(let number): NSNumber(value: number)
        case .string(let text): text
        case .date(let date): date
        case .array(let elements): elements.map { $0.any ?? NSNull() }
        case .object(let members): members.compactMapValues(\.any)
        }
    }
}
