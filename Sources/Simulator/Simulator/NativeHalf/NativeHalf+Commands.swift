/// The commands of tests to a running page's native half: over HTTP in `swwebview test`, over WebDriver in `swwebview driver`.
extension NativeHalf {
    /// The handlers and the calls so far: `{handlers, calls}`, see ``NativeCall/summary``. With a framework also `phone`.
    public var state: NativeValue {
        var state: [String: NativeValue] = [
            "handlers": .array(handlerNames.map { .string($0) }), "calls": .array(calls.map(\.summary)),
        ]
        if framework.hasBridge {
            state["phone"] = [
                "openedURLs": .array(phone.openedURLs.map { .string($0) }), "hasBrowser": .bool(phone.hasBrowser),
            ]
        }
        return .object(state)
    }

    /// The state with the notifications and push subscriptions of a web app: `phone` has `notifications` and `subscriptions`.
    package var stateWithWebApp: NativeValue {
        get async {
            let added = await phone.webAppState
            guard !added.isEmpty, var state = state.object else { return state }
            state["phone"] = .object((state["phone"]?.object ?? [:]).merging(added) { $1 })
            return .object(state)
        }
    }

    /// Whether tests may control the phone.
    private var hasPhone: Bool { framework.hasBridge || phone.webApp != nil }

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
    /// | `{phone: ORDERS}` | changes the phone, see ``PhoneOrders`` |
    /// | `{notify: NAME, data: VALUE}` | fires a plugin's event, such as `App.backButton` |
    ///
    /// The name of a handler can also be a plugin and its method, such as `Camera.getPhoto`. The commands
    /// `phone` and `notify` exist only for apps with a framework, and `phone` for apps on the home screen, too.
    ///
    /// - Throws: ``NativeCallError`` for an unknown command, and for a plugin's error.
    public func command(_ command: NativeValue) async throws -> NativeValue {
        guard let members = command.object else { throw NativeCallError("The command must be an object") }
        let kinds =
            ["wait", "handler", "event", "plugin"] + (framework.hasBridge ? ["notify"] : [])
            + (hasPhone ? ["phone"] : [])
        let named = kinds.filter { members[$0] != nil }
        guard named.count == 1, let kind = named.first else {
            throw NativeCallError("The command must have one of the members \(kinds.joined(separator: ", "))")
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
        case "phone": return try await change(command) { try phoneChange(members["phone"] ?? [:]) }
        case "notify":
            return try await change(command) {
                try checkedEvent(members["notify"]?.string ?? "", members["data"] ?? [:])
            }
        default:
            return try await plugin(try name("plugin"), method: try name("method"), options: members["options"] ?? [:])
        }
        return .null
    }

    private func phoneChange(_ orders: NativeValue) throws(NativeCallError) -> @MainActor () async throws -> Void {
        let steps = try PhoneOrders.steps(of: orders, on: phone)
        return { [phone] in
            for step in steps { step() }
            if let isConnected = orders["isConnected"]?.bool { await phone.connection(isConnected) }
            try await phone.finishActions()
        }
    }

    /// Executes a command that changes the phone or fires an event. A recording with this command replaces its events.
    ///
    /// - Parameter check: the closure that checks the command, and returns the closure that executes it.
    private func change(
        _ command: NativeValue, _ check: () throws -> @MainActor () async throws -> Void
    ) async throws -> NativeValue {
        if let steps = replay?.steps(after: command) {
            record(.command(command))
            replayingCommands += 1
            // A phone whose calls were replayed lacks their effects, such as a scheduled notification.
            try? await check()()
            replayingCommands -= 1
            take(steps, in: nil)
            return .null
        }
        let execute = try check()
        record(.command(command))
        try await execute()
        return .null
    }
}
