import Foundation
import HTTPMessages

/// A line of a recording. The guide NativeHalf describes the format.
package enum BridgeRecord: Sendable, Equatable {
    /// The direction of an event.
    package enum Direction: String, Sendable { case toPage, fromPage }

    case call(NativeCall)
    /// A reply to a call. `isLast` is false where further replies can follow.
    case reply(call: Int, NativeCall.Outcome, isLast: Bool = true)
    case event(BridgeEvent, direction: Direction, frame: NativeFrame?)
    /// A command of a test that changes the phone or fires an event.
    case command(NativeValue)
    /// A file of the app that a page loads: its path on the phone, and its bytes; nil for a missing file.
    case file(path: String, Data?)

    /// The version of the format that this program reads and writes.
    static let version = 1
    static let format = "swwebview bridge recording"

    static var header: String { "{\"format\":\"\(format)\",\"version\":\(version),\"madeBy\":\"swwebview\"}\n" }

    /// Returns the line, with its line feed.
    ///
    /// - Parameters:
    ///   - time: the time since the start of the recording, in milliseconds.
    ///   - secrets: the names of the members whose values are removed.
    package func line(time: Double, redacting secrets: Set<String>) -> String {
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
            add("id", call.id.map { .string($0) })
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
        case .event(let event, let direction, let frame):
            add("event", .string(event.name))
            if let member = event.targetMember { add(member.name, member.value) }
            add("direction", .string(direction.rawValue))
            add("frame", frame?.value)
            add("detail", event.detail.redacted(secrets))
        case .command(let command): add("command", command.redacted(secrets))
        case .file(let path, let data):
            add("file", .string(path))
            add("data", data.map { .string($0.base64EncodedString()) } ?? .null)
        }
        text.append("}\n")
        return String(decoding: text.bytes, as: UTF8.self)
    }
}

extension NativeValue {
    /// The placeholder for a removed value. In a comparison of calls, it equals any value.
    static let redaction = NativeValue.string("[redacted]")

    /// Returns the value with placeholders for all members with these names, at any depth.
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
