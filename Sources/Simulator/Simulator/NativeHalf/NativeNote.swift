/// Something that the user of a ``NativeHalf`` should see.
public enum NativeNote: Sendable {
    /// Output of the script's console. The level is the name of the console's method.
    case console(level: String, text: String)
    /// A failure of a handler, or of the script outside a call.
    case error(NativeCallError, handler: String?)
    /// A call without an answer in the replayed recording.
    case unrecorded(String)
    /// Something that the page may not expect, such as a call that stays without an answer.
    case warning(String)

    /// The note as a line of a console: its level, named after the console's method, and its text.
    package var line: (level: String, text: String) {
        switch self {
        case .console(let level, let text): (level, "native.js: \(text)")
        case .error(let error, let handler?):
            ("error", "native.js: the handler “\(handler)” failed: \(error.description)")
        case .error(let error, nil): ("error", error.position == nil ? "native.js: \(error)" : "\(error)")
        case .unrecorded(let message): ("error", message)
        case .warning(let message): ("warn", message)
        }
    }
}
