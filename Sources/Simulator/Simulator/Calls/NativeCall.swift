public import Foundation

/// A call of a page to its native half, with its answer. The call is a message to a handler, or a call of a plugin's method.
public struct NativeCall: Sendable, Hashable {
    /// The answer to a call: the value of the page's promise, or the error that rejects it.
    public typealias Outcome = Result<NativeValue, NativeCallError>

    /// The number of the call, from 1.
    public let number: Int
    /// The name of the handler, or the plugin and its method, such as `Camera.getPhoto`.
    public let handler: String
    /// The name of the content world; nil for the page's own.
    public let world: String?
    /// The message, or the method's arguments.
    public let body: NativeValue
    /// The frame that made the call.
    public let frame: NativeFrame
    /// The time of the call.
    public let date: Date
    /// The answer, or the latest answer of a method that answers repeatedly; nil before the first answer.
    public internal(set) var outcome: Outcome?
    /// The page's identifier of a plugin's call, which a later call can contain; nil for a message.
    public internal(set) var id: String?

    /// Returns the call with another number.
    func numbered(_ number: Int) -> NativeCall {
        NativeCall(
            number: number, handler: handler, world: world, body: body, frame: frame, date: date, outcome: outcome,
            id: id)
    }

    /// The call as a JSON object for tests: `number`, `handler`, `body`, `frame`, and `value` or `error`, with the error's
    /// `code` and `data`.
    public var summary: NativeValue {
        var members: [String: NativeValue] = [
            "number": .number(Double(number)), "handler": .string(handler), "body": body, "frame": frame.value,
        ]
        if let world { members["world"] = .string(world) }
        switch outcome {
        case .success(let value)?: members["value"] = value
        case .failure(let error)?:
            members.merge(error.members) { $1 }
            if let position = error.position { members["position"] = .string(position) }
        case nil: members["isWaiting"] = true
        }
        return .object(members)
    }
}
