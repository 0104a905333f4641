public import Foundation

/// A call that a page made: a message to a handler, and its answer.
public struct NativeCall: Sendable, Hashable {
    /// The answer to a call.
    public enum Outcome: Sendable, Hashable {
        /// The promise was resolved with this value.
        case answered(NativeValue)
        /// The promise was rejected.
        case failed(NativeCallError)
    }

    /// The number of the call, from 1.
    public let number: Int
    /// The name of the handler.
    public let handler: String
    /// The name of the content world; nil for the page's own.
    public let world: String?
    /// The message.
    public let body: NativeValue
    /// The frame that sent it.
    public let frame: NativeFrame
    /// The time of the call.
    public let date: Date
    /// The answer; nil while there is none.
    public internal(set) var outcome: Outcome?

    /// The call as tests see it, as plain JSON: `number`, `handler`, `body`, `frame`, and `value` or `error`.
    public var summary: NativeValue {
        var members: [String: NativeValue] = [
            "number": .number(Double(number)), "handler": .string(handler), "body": body, "frame": frame.value,
        ]
        if let world { members["world"] = .string(world) }
        switch outcome {
        case .answered(let value)?: members["value"] = value
        case .failed(let error)?:
            members["error"] = .string(error.message)
            if let position = error.position { members["position"] = .string(position) }
        case nil: members["isWaiting"] = true
        }
        return .object(members)
    }
}
