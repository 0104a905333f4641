/// A Swift value as the text of a JavaScript expression, for arguments and replies to pages.
///
/// Text, numbers, Booleans, dates, null, handles, nodes, arrays and dictionaries, nested at will. Anything else has no expression, as on
/// iOS. An optional is the value in it, and null where it is nil, as Swift gives it to Objective-C.
enum JavaScriptLiteral {
    /// The deepest nesting that WebKit itself can clone.
    private static let deepest = 40_000

    /// The expression; nil when the value, or one inside it, has none.
    static func expression(for value: Any) -> String? {
        var text = ""
        return append(value, to: &text, depth: 0) ? text : nil
    }

    private static func append(_ value: Any, to text: inout String, depth: Int) -> Bool {
        guard depth < deepest else { return false }
        switch value {
        case let string as String: append(string, to: &text)
        case let date as Date: text += "new Date(\(expression(for: date.timeIntervalSince1970 * 1000)))"
        case is NSNull: text += "null"
        case let object as any JavaScriptObject: text += "(\(object.expression))"
        case let flag as Bool where isBoolean(value): text += flag ? "true" : "false"
        case let number as NSNumber: text += expression(for: number.doubleValue)
        case let number as any BinaryInteger: text += "\(number)"
        case let number as CGFloat: text += expression(for: Double(number))
        case let array as [Any]: return append(array, to: &text, depth: depth)
        case let dictionary as [String: Any]: return append(dictionary, to: &text, depth: depth)
        case let dictionary as [AnyHashable: Any]: return append(dictionary, to: &text, depth: depth)
        // The last case: an optional that holds a value casts to the value's type.
        case let optional as any OptionalValue where optional.isNil: text += "null"
        default: return false
        }
        return true
    }

    private static func isBoolean(_ value: Any) -> Bool {
        if let number = value as? NSNumber, type(of: value) != Bool.self {
            return String(cString: number.objCType) == "c" && (number == NSNumber(value: true) || number == false)
        }
        return value is Bool
    }

    private static func expression(for number: Double) -> String {
        if number.isNaN { return "NaN" }
        if number.isInfinite { return number < 0 ? "-Infinity" : "Infinity" }
        if number == number.rounded(), abs(number) < 1e15, !(number == 0 && number.sign == .minus) {
            return String(Int64(number))
        }
        return "\(number)"
    }

    private static func append(_ array: [Any], to text: inout String, depth: Int) -> Bool {
        text += "["
        for (index, element) in array.enumerated() {
            if index > 0 { text += "," }
            guard append(element, to: &text, depth: depth + 1) else { return false }
        }
        text += "]"
        return true
    }

    private static func append<Key>(_ dictionary: [Key: Any], to text: inout String, depth: Int) -> Bool {
        text += "({"
        var isFirst = true
        for (key, value) in dictionary {
            if !isFirst { text += "," }
            isFirst = false
            // Computed, because `"__proto__": x` would set the prototype. Keys that are no text become text there.
            text += "["
            guard append(key as Any, to: &text, depth: depth + 1) else { return false }
            text += "]:"
            guard append(value, to: &text, depth: depth + 1) else { return false }
        }
        text += "})"
        return true
    }

    /// Appends a string literal that is also safe inside a `<script>` element.
    static func append(_ string: String, to text: inout String) {
        text += "\""
        for scalar in string.unicodeScalars {
            switch scalar {
            case "\"": text += "\\\""
            case "\\": text += "\\\\"
            case "\n": text += "\\n"
            case "\r": text += "\\r"
            case "<", "\u{2028}", "\u{2029}", "\u{0}"..."\u{1F}", "\u{7F}":
                let digits = String(scalar.value, radix: 16)
                text += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
            default: text.unicodeScalars.append(scalar)
            }
        }
        text += "\""
    }

    /// The literal of one string.
    package static func string(_ string: String) -> String {
        var text = ""
        append(string, to: &text)
        return text
    }
}

/// A Swift object that stands for an object of a page.
protocol JavaScriptObject {
    /// The expression that is the object in its world.
    nonisolated var expression: String { get }
}

private protocol OptionalValue {
    /// Whether the innermost optional is nil.
    var isNil: Bool { get }
}

extension Optional: OptionalValue {
    fileprivate var isNil: Bool {
        guard let self else { return true }
        return (self as? any OptionalValue)?.isNil ?? false
    }
}
