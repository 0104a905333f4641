/// The commands of tests to a running page's native half: over HTTP in `swwebview test`, over WebDriver in `swwebview driver`.
extension NativeHost {
    /// The handlers and the calls so far: `{handlers, calls}`, see ``NativeCall/summary``. With a framework also `phone`.
    public var state: NativeValue {
        let own: [String: NativeValue] = [
            "handlers": .array(handlerNames.map { .string($0) }), "calls": .array(calls.map(\.summary)),
        ]
        return .object(own.merging(addedState()) { $1 })
    }

    /// Executes a command of a test and returns its result.
    ///
    /// | command | effect |
    /// | --- | --- |
    /// | `{wait: NAME}` | waits for the next call to the handler that no earlier wait has returned, and returns it; null means
    /// any handler |
    /// | `{handler: NAME, answer: VALUE}` | answers the next call to the handler |
    /// | `{handler: NAME, error: TEXT, code: TEXT, data: OBJECT}` | rejects the next call to the handler; `code` and `data` may be missing |
    /// | `{event: NAME, detail: VALUE}` | fires an event into the pages |
    /// | `{plugin: NAME, method: NAME, options: VALUE}` | calls a plugin's method, and returns its value |
    ///
    /// The name of a handler can also be a plugin and its method, such as `Camera.getPhoto`. ``addedCommands`` adds further
    /// commands.
    ///
    /// - Throws: ``NativeCallError`` for an unknown command, and for a plugin's error.
    public func command(_ command: NativeValue) async throws -> NativeValue {
        guard let members = command.object else { throw NativeCallError("The command must be an object") }
        let kinds = ["wait", "handler", "event", "plugin"] + addedCommands.keys.sorted()
        let named = kinds.filter { members[$0] != nil }
        guard named.count == 1, let kind = named.first else {
            throw NativeCallError("The command must have one of the members \(kinds.joined(separator: ", "))")
        }
        if let added = addedCommands[kind] { return try await change(command) { try added(command) } }
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
            let handler = try name("handler")
            switch (members["answer"], NativeCallError(members: command)) {
            case (let answer?, nil): answerNext(handler, with: .success(answer))
            case (nil, let error?): answerNext(handler, with: .failure(error))
            default: throw NativeCallError("The command must have “answer” or “error”")
            }
        case "event":
            return try await change(command) {
                let name = try name("event")
                return { self.fire(name, detail: members["detail"] ?? .null) }
            }
        default:
            return try await plugin(try name("plugin"), method: try name("method"), options: members["options"] ?? [:])
        }
        return .null
    }

    /// Executes a command that changes the phone or fires an event. A recording with this command replaces its events.
    ///
    /// - Parameter check: the closure that checks the command, and returns the closure that executes it.
    private func change(
        _ command: NativeValue, _ check: () throws -> @MainActor () async -> Void
    ) async throws -> NativeValue {
        if let steps = replay?.steps(after: command) {
            record(.command(command))
            replayingCommands += 1
            // A phone whose calls were replayed lacks their effects, such as a scheduled notification.
            await (try? check())?()
            replayingCommands -= 1
            take(steps, in: nil)
            return .null
        }
        let execute = try check()
        record(.command(command))
        await execute()
        return .null
    }
}
