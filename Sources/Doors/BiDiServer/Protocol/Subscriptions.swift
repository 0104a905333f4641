import Foundation
import HTTPMessages

/// The events that a client wants.
///
/// Source: WebDriver BiDi, "Events", https://w3c.github.io/webdriver-bidi/#events
struct Subscriptions {
    private struct Subscription {
        let id: String
        var events: Set<String>
        /// The windows; nil for all.
        let contexts: Set<String>?
        let userContexts: Set<String>?
    }

    /// The events of each module.
    static let events: [String: [String]] = [
        "browsingContext": [
            "contextCreated", "contextDestroyed", "domContentLoaded", "downloadEnd", "downloadWillBegin",
            "fragmentNavigated", "historyUpdated", "load", "navigationAborted", "navigationCommitted",
            "navigationFailed", "navigationStarted", "userPromptClosed", "userPromptOpened",
        ],
        "input": ["fileDialogOpened"], "log": ["entryAdded"],
        "network": ["authRequired", "beforeRequestSent", "fetchError", "responseCompleted", "responseStarted"],
        "script": ["message", "realmCreated", "realmDestroyed"],
    ]

    private var all: [Subscription] = []

    /// Returns the events that a name stands for: one event, or those of a module.
    ///
    /// - Throws: ``BiDiError`` for an unknown name.
    static func expand(_ name: String) throws -> [String] {
        let parts = name.split(separator: ".", maxSplits: 1).map(String.init)
        if parts.count == 1, let names = events[name] { return names.map { "\(name).\($0)" } }
        if parts.count == 2, events[parts[0]]?.contains(parts[1]) ?? false { return [name] }
        throw BiDiError(.invalidArgument, "there are no events “\(name)”")
    }

    mutating func add(_ events: Set<String>, contexts: Set<String>?, userContexts: Set<String>?) -> String {
        let id = UUID().uuidString.lowercased()
        all.append(Subscription(id: id, events: events, contexts: contexts, userContexts: userContexts))
        return id
    }

    /// Ends subscriptions by their ids.
    mutating func remove(_ ids: [String]) throws {
        guard ids.allSatisfy({ id in all.contains { $0.id == id } }) else {
            throw BiDiError(.invalidArgument, "there is no such subscription")
        }
        all.removeAll { ids.contains($0.id) }
    }

    /// Ends subscriptions to events of all windows.
    mutating func remove(events: Set<String>) throws {
        let global = all.indices.filter { all[$0].contexts == nil && all[$0].userContexts == nil }
        guard events.allSatisfy({ event in global.contains { all[$0].events.contains(event) } }) else {
            throw BiDiError(.invalidArgument, "not all of these events are subscribed")
        }
        for index in global { all[index].events.subtract(events) }
        all.removeAll { $0.events.isEmpty }
    }

    func contains(_ event: String, context: String, userContext: String) -> Bool {
        all.contains { subscription in
            guard subscription.events.contains(event) else { return false }
            if let contexts = subscription.contexts { return contexts.contains(context) }
            return subscription.userContexts?.contains(userContext) ?? true
        }
    }
}

/// The answers to dialogs that no client gives.
///
/// Source: WebDriver BiDi, "get user prompt handler", https://w3c.github.io/webdriver-bidi/#get-user-prompt-handler
struct PromptHandlers {
    private var handlers: [String: String] = [:]

    init() {}

    /// - Throws: ``BiDiError``, for a value that the capability `unhandledPromptBehavior` cannot have.
    init(_ value: JSONValue?) throws {
        guard let value, value != .null else { return }
        let given = value.text.map { ["default": JSONValue.string($0)] } ?? value.members
        guard let given else { throw BiDiError(.invalidArgument, "“unhandledPromptBehavior” must be an object") }
        for (type, handler) in given {
            guard let text = handler.text,
                ["accept", "accept and notify", "dismiss", "dismiss and notify", "ignore"].contains(text)
            else { throw BiDiError(.invalidArgument, "“unhandledPromptBehavior.\(type)” is no handler") }
            handlers[type] = text.split(separator: " ").first.map(String.init)
        }
    }

    func handler(of type: String) -> String { handlers[type] ?? handlers["default"] ?? "dismiss" }
}
