import Foundation
import HTTPMessages

/// A line of a recording, see the guide Recordings.
enum BridgeRecord: Sendable, Equatable {
    /// The way of an event.
    enum Direction: String, Sendable { case toPage, fromPage }

    case call(NativeCall)
    /// `isLast` is false where further replies to the call can follow.
    case reply(call: Int, NativeCall.Outcome, isLast: Bool = true)
    case event(name: String, detail: NativeValue, direction: Direction, frame: NativeFrame?)

    /// The version of the format that this program reads and writes.
    static let version = 1
    static let format = "swwebview bridge recording"

    static var header: String { "{\"format\":\"\(format)\",\"version\":\(version),\"madeBy\":\"swwebview\"}\n" }

    /// The line, with its end.
    ///
    /// - Parameters:
    ///   - time: milliseconds since the recording began.
    ///   - secrets: the names of members whose values are left out.
    func line(time: Double, redacting secrets: Set<String>) -> String {
        var text = ByteText("{\"time\":")
        text.append(raw: NativeValue.number((time * 10).rounded() / 10).json)
        func add(_ name: StaticString, _ value: NativeValue?) {
            guard let value else { return }
            text.append(",\"")
            text.append(name)
            text.append("\":")
            value.write(to: &text)
        }
        switch self {
        case .call(let call):
            add("call", .number(Double(call.number)))
            add("handler", .string(call.handler))
            add("world", call.world.map { .string($0) })
            add("frame", call.frame.value)
            add("body", call.body.redacted(secrets))
        case .reply(let call, let outcome, let isLast):
            add("reply", .number(Double(call)))
            if !isLast { add("isLast", false) }
            switch outcome {
            case .success(let value): add("value", value.redacted(secrets))
            case .failure(let error):
                let members = error.members
                add("error", members["error"])
                add("code", members["code"])
                add("data", members["data"]?.redacted(secrets))
            }
        case .event(let name, let detail, let direction, let frame):
            add("event", .string(name))
            add("direction", .string(direction.rawValue))
            add("frame", frame?.value)
            add("detail", detail.redacted(secrets))
        }
        text.append("}\n")
        return String(decoding: text.bytes, as: UTF8.self)
    }
}

extension NativeValue {
    /// Stands for a value that a recording leaves out, and for any value where calls are compared.
    static let redaction = NativeValue.string("[redacted]")

    /// The value without the values of the members that have one of these names, at any depth.
    func redacted(_ names: Set<String>) -> NativeValue {
        if names.isEmpty { return self }
        switch self {
        case .array(let elements): return .array(elements.map { $0.redacted(names) })
        case .object(let members):
            return .object(
                Dictionary(
                    uniqueKeysWithValues: members.map { ($0, names.contains($0) ? Self.redaction : $1.redacted(names)) }
                ))
        default: return self
        }
    }
}
