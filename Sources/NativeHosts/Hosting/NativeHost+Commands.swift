/// What tests ask for while a page runs: over HTTP in `swwebview test`, over WebDriver in `swwebview driver`.
extension NativeHost {
    /// The handlers, and the calls so far: `{handlers, calls}`, see ``NativeCall/summary``.
    public var state: NativeValue {
        ["handlers": .array(handlerNames.map { .string($0) }), "calls": .array(calls.map(\.summary))]
    }

    /// Carries out a command of a test.
    ///
    /// | command | effect |
    /// | --- | --- |
    /// | `{wait: NAME}` | answers with the next call to the handler that no wait has had, now or when it comes; null is any handler |
    /// | `{handler: NAME, answer: VALUE}` | answers the next call to the handler |
    /// | `{handler: NAME, error: TEXT}` | rejects the next call to the handler |
    /// | `{event: NAME, detail: VALUE}` | fires an event into the pages |
    /// | `{plugin: NAME, method: NAME, options: VALUE}` | calls a plugin's method, and answers with its value |
    ///
    /// - Throws: ``NativeCallError`` for another command, and for a plugin's error.
    public func command(_ command: NativeValue) async throws -> NativeValue {
        guard let members = command.object else { throw NativeCallError("The command must be an object") }
        let kinds = ["wait", "handler", "event", "plugin"].filter { members[$0] != nil }
        guard kinds.count == 1, let kind = kinds.first else {
            throw NativeCallError("The command must have one of “wait”, “handler”, “event” and “plugin”")
        }
        func name(_ member: String) throws(NativeCallError) -> String {
            guard let name = members[member]?.string, !name.isEmpty else {
                throw NativeCallError("“\(member)” must be a name")
            }
            return name
        }
        switch kind {
        case "wait":
            let handler = members["wait"] == .null ? nil : try name("wait")
            return await nextCall(of: handler)?.summary ?? .null
        case "handler":
            guard (members["answer"] != nil) != (members["error"] != nil) else {
                throw NativeCallError("The command must have “answer” or “error”")
            }
            if let answer = members["answer"] {
                answerNext(try name("handler"), with: .success(answer))
            } else {
                answerNext(try name("handler"), with: .failure(NativeCallError(try name("error"))))
            }
        case "event": fire(try name("event"), detail: members["detail"] ?? .null)
        default:
            return try await plugin(try name("plugin"), method: try name("method"), options: members["options"] ?? [:])
        }
        return .null
    }
}
