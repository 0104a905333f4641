import Foundation

/// A comparison of a recorded body with the body of a page's call. Ids that change in each run count as equal, see ``idNames``.
struct BodyComparison {
    /// The names of the members with an id of one call. A page makes new ids in each run.
    static let idNames: Set<String> = [
        "callbackId", "callbackID", "callId", "callID", "correlationId", "invocationId", "messageId", "nonce",
        "requestId", "requestID", "transactionId", "uuid",
    ]

    /// The ids of this run, by the ids of the recording.
    private var ids: [NativeValue: NativeValue] = [:]
    /// The first difference.
    private(set) var difference: (path: String, recorded: NativeValue?, actual: NativeValue?)?

    /// Returns whether two bodies belong to the same call.
    mutating func matches(_ recorded: NativeValue, _ actual: NativeValue, path: String = "body") -> Bool {
        if recorded == actual || recorded == .redaction { return true }
        if let recorded = recorded.number, let actual = actual.number, recorded.isNaN, actual.isNaN { return true }
        switch (recorded, actual) {
        case (.object(let before), .object(let now)):
            for name in Set(before.keys).union(now.keys).sorted() {
                let place = "\(path).\(name)"
                guard let old = before[name], let new = now[name] else {
                    return differ(place, before[name], now[name])
                }
                if Self.idNames.contains(name), Self.isID(old), Self.isID(new) {
                    ids[old] = new
                } else if !matches(old, new, path: place) {
                    return false
                }
            }
            return true
        case (.array(let before), .array(let now)) where before.count == now.count:
            for index in before.indices where !matches(before[index], now[index], path: "\(path)[\(index)]") {
                return false
            }
            return true
        case (.string(let before), .string(let now)) where Self.isUUID(before) && Self.isUUID(now):
            ids[recorded] = actual
            return true
        case (.string(let before), .string(let now)) where Self.isMultipart(before) && Self.isMultipart(now):
            return true
        default: return differ(path, recorded, actual)
        }
    }

    private mutating func differ(_ path: String, _ recorded: NativeValue?, _ actual: NativeValue?) -> Bool {
        difference = (path, recorded, actual)
        return false
    }

    private static func isID(_ value: NativeValue) -> Bool { value.string != nil || value.number != nil }

    /// Returns whether a text is the content type of a form, whose boundary is random.
    private static func isMultipart(_ text: String) -> Bool { text.hasPrefix("multipart/form-data; boundary=") }

    private static func isUUID(_ text: String) -> Bool { text.utf8.count == 36 && UUID(uuidString: text) != nil }

    /// Returns a body with the same text in place of every id. Bodies without redacted values match when their shapes are equal.
    static func shape(of value: NativeValue) -> NativeValue {
        switch value {
        case .array(let elements): .array(elements.map { shape(of: $0) })
        case .object(let members):
            .object(
                Dictionary(
                    uniqueKeysWithValues: members.map { name, value in
                        (name, idNames.contains(name) && isID(value) ? "id" : shape(of: value))
                    }))
        case .string(let text) where isUUID(text): "uuid"
        case .string(let text) where isMultipart(text): "multipart"
        // NaN is not equal to itself.
        case .number(let number) where number.isNaN: "NaN"
        default: value
        }
    }

    /// Returns a recorded value with the ids of this run.
    func renamed(_ value: NativeValue) -> NativeValue {
        if ids.isEmpty { return value }
        switch value {
        case .array(let elements): return .array(elements.map { renamed($0) })
        case .object(let members):
            return .object(
                Dictionary(
                    uniqueKeysWithValues: members.map { name, value in
                        let isID = Self.idNames.contains(name) || value.string.map(Self.isUUID) == true
                        return (name, isID ? ids[value] ?? renamed(value) : renamed(value))
                    }))
        case .string(let text) where Self.isUUID(text): return ids[value] ?? value
        default: return value
        }
    }
}

extension NativeValue {
    /// Returns the value with other texts in place of equal ones, at any depth.
    func replacingTexts(_ texts: [String: String]) -> NativeValue {
        switch self {
        case .string(let text): .string(texts[text] ?? text)
        case .array(let elements): .array(elements.map { $0.replacingTexts(texts) })
        case .object(let members): .object(members.mapValues { $0.replacingTexts(texts) })
        default: self
        }
    }

    /// Whether a redacted value is part of the value.
    var containsRedaction: Bool {
        switch self {
        case .array(let elements): elements.contains(where: \.containsRedaction)
        case .object(let members): members.values.contains(where: \.containsRedaction)
        default: self == .redaction
        }
    }
}
