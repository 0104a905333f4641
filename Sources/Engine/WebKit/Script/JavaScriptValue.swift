import CWebKitGTK

/// Converts a JavaScript value to Swift: `NSNumber`, `String`, `Date`, `[Any]`, `[String: Any]`, `NSNull`.
///
/// On iOS the containers are `NSArray` and `NSDictionary` objects, to which these convert. Here they are values, because
/// Foundation on Linux copies a container whenever it hands one out: so an object that is met twice is two dictionaries, and
/// the place where a graph closes a cycle holds `NSNull`. Containers inside another one hold `AnyHashable` values, so that all
/// cast to `[String: AnyHashable]` as on iOS; `print` shows these values in brackets.
@MainActor
struct JavaScriptValue {
    // WebKit gives the same object the same address while somebody holds it, as its containers here do.
    private var enclosing: Set<OpaquePointer> = []

    /// The value in Swift; nil for `undefined`.
    static func swiftValue(of value: OpaquePointer) -> Any? {
        var conversion = JavaScriptValue()
        return topLevel(conversion.convert(value))
    }

    /// The value as the application gets it: the containers inside it are hashable, as those of `NSArray` and `NSDictionary` are.
    nonisolated static func topLevel(_ value: AnyHashable?) -> Any? {
        switch value?.base {
        case let array as [AnyHashable]: array.map(\.base)
        case let dictionary as [String: AnyHashable]: dictionary.mapValues(\.base)
        case let value: value
        }
    }

    /// The value as Apple's signatures have it: an `Any` that holds a nil for `undefined`, and no optional otherwise.
    static func any(_ value: Any?) -> Any {
        if let value { value } else { value as Any }
    }

    private mutating func convert(_ value: OpaquePointer) -> AnyHashable? {
        switch cwk_value_kind(value) {
        case CWK_VALUE_NULL: return NSNull()
        case CWK_VALUE_BOOLEAN: return NSNumber(value: cwk_value_number(value) != 0)
        case CWK_VALUE_NUMBER: return NSNumber(value: cwk_value_number(value))
        case CWK_VALUE_STRING: return Self.string(of: value)
        case CWK_VALUE_DATE: return Date(timeIntervalSince1970: cwk_value_number(value) / 1000)
        case CWK_VALUE_ARRAY: return array(value)
        case CWK_VALUE_OBJECT: return dictionary(value)
        default: return nil
        }
    }

    static func string(of value: OpaquePointer) -> String {
        var text = ""
        withUnsafeMutablePointer(to: &text) { text in
            cwk_value_string(
                value,
                { bytes, length, context in
                    let text = context?.assumingMemoryBound(to: String.self)
                    text?.pointee = String(decoding: UnsafeRawBufferPointer(start: bytes, count: length), as: UTF8.self)
                }, text)
        }
        return text
    }

    private mutating func array(_ value: OpaquePointer) -> AnyHashable {
        guard enclosing.insert(value).inserted else { return NSNull() }
        defer { enclosing.remove(value) }
        var array: [AnyHashable] = []
        for index in 0..<cwk_value_array_count(value) {
            guard let element = cwk_value_array_element(value, index) else { continue }
            array.append(convert(element) ?? AnyHashable(NSNull()))
            cwk_value_release(element)
        }
        return array
    }

    private mutating func dictionary(_ value: OpaquePointer) -> AnyHashable {
        guard enclosing.insert(value).inserted else { return NSNull() }
        defer { enclosing.remove(value) }
        var dictionary: [String: AnyHashable] = [:]
        for (name, property) in properties(of: value) {
            dictionary[name] = convert(property)
            cwk_value_release(property)
        }
        return dictionary
    }

    /// The own enumerable properties; each with a reference.
    private func properties(of value: OpaquePointer) -> [(String, OpaquePointer)] {
        var found: [(String, OpaquePointer)] = []
        withUnsafeMutablePointer(to: &found) { found in
            cwk_value_properties(
                value,
                { name, property, context in
                    guard let name, let property, let held = cwk_value_retain(property) else { return }
                    context?.assumingMemoryBound(to: [(String, OpaquePointer)].self).pointee
                        .append((String(cString: name), held))
                }, found)
        }
        return found
    }
}
