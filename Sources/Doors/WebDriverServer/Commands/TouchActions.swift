import Foundation
import HTTPMessages
import LocalServer

/// Perform Actions with pointers of the type touch. WebKitWebDriver makes mouse events of them; the browser makes touches.
///
/// Source: WebDriver, "Dispatch actions", https://www.w3.org/TR/webdriver2/#dispatching-actions
struct TouchActions {
    /// A touch pointer between commands: its number, its place in the window, and whether it is down.
    struct Finger: Equatable {
        let number: Int
        var x = 0.0
        var y = 0.0
        var isDown = false
    }

    /// The longest step of a move.
    private static let step = Duration.milliseconds(16)

    /// The touch sources' actions, by their ids.
    private(set) var touches: [(id: String, actions: [[String: JSONValue]])] = []
    /// The other sources.
    private(set) var others: [(source: [String: JSONValue], actions: [JSONValue])] = []

    /// Reads a body; nil where it has no touch pointer, and for malformed sources, which WebKitWebDriver refuses.
    ///
    /// - Throws: ``WebDriverError`` for an action that a touch pointer does not have, or a move without a place.
    init?(_ body: Data) throws(WebDriverError) {
        guard case .object(let members)? = try? JSONValue(json: body),
            case .array(let sources)? = members["actions"]
        else { return nil }
        for source in sources {
            guard case .object(let members) = source, case .array(let actions)? = members["actions"] else { return nil }
            guard members["type"] == "pointer", case .object(let parameters)? = members["parameters"],
                parameters["pointerType"] == "touch"
            else {
                others.append((members, actions))
                continue
            }
            let items = actions.compactMap { action -> [String: JSONValue]? in
                if case .object(let members) = action, case .string? = members["type"] { members } else { nil }
            }
            guard case .string(let id)? = members["id"], items.count == actions.count else { return nil }
            for item in items { try Self.check(item) }
            touches.append((id, items))
        }
        guard !touches.isEmpty else { return nil }
    }

    private static func check(_ action: [String: JSONValue]) throws(WebDriverError) {
        switch action["type"] {
        case "pause", "pointerDown", "pointerUp", "pointerCancel": break
        case "pointerMove":
            guard action["x"]?.double != nil, action["y"]?.double != nil else {
                throw WebDriverError(.invalidArgument, "“pointerMove” needs the numbers “x” and “y”")
            }
        case let type:
            throw WebDriverError(.invalidArgument, "A touch pointer has no action \(type?.kind ?? "without a type")")
        }
    }

    /// The number of ticks.
    var ticks: Int { (touches.map(\.actions.count) + others.map(\.actions.count)).max() ?? 0 }

    /// Returns Perform Actions for the other sources' actions of a tick; nil where they have nothing to do.
    func others(in tick: Int) -> JSONValue? {
        let due = others.compactMap { source, actions -> JSONValue? in
            guard tick < actions.count else { return nil }
            var source = source
            source["actions"] = [actions[tick]]
            return .object(source)
        }
        let isIdle = others.allSatisfy { tick >= $0.actions.count || Self.pause(of: $0.actions[tick]) == .zero }
        return isIdle ? nil : ["actions": .array(due)]
    }

    /// The duration of an action that is a pause; nil for another action.
    private static func pause(of action: JSONValue) -> Duration? {
        guard case .object(let members) = action, members["type"] == "pause" else { return nil }
        return duration(of: members)
    }

    private static func duration(of action: [String: JSONValue]) -> Duration {
        .milliseconds(Int64(min(max(action["duration"]?.double ?? 0, 0), 3_600_000)))
    }

    /// The duration of the touch pointers' actions of a tick.
    func duration(of tick: Int) -> Duration {
        touches.compactMap { tick < $0.actions.count ? Self.duration(of: $0.actions[tick]) : nil }.max() ?? .zero
    }

    /// The number of steps of a tick's moves.
    func steps(of tick: Int) -> Int { max(Int(duration(of: tick) / Self.step), 1) }

    /// Returns the script that answers where in the window a frame begins, or the middle of the seen part of an element, and the
    /// frame's rectangle in the window.
    static func script(element: JSONValue?) -> JSONValue {
        ["script": .string(source), "args": [element ?? .null]]
    }

    private static let source = """
        const element = arguments[0];
        const [width, height] = [innerWidth, innerHeight];
        let x = 0, y = 0, left = 0, top = 0;
        if (element) {
            const [box] = element.getClientRects();
            if (!box) return null;
            const middle = (from, to, most) => (Math.max(0, from) + Math.min(most, to)) / 2;
            [x, y] = [middle(box.left, box.right, width), middle(box.top, box.bottom, height)];
        }
        for (let view = window; view !== view.parent; view = view.parent) {
            const frame = view.frameElement;
            if (!frame) return null;
            const outer = frame.getBoundingClientRect();
            left += outer.left + frame.clientLeft;
            top += outer.top + frame.clientTop;
        }
        return [left + x, top + y, left, top, width, height];
        """
}

extension DriverSession {
    /// Performs actions, one tick after the other where touch pointers are among the sources.
    ///
    /// - Throws: ``WebDriverError`` for an invalid action, and for a place outside the viewport or one that cannot be found.
    func performActions(_ target: String, _ body: Data) async throws -> HTTPResponse {
        guard let actions = try TouchActions(body) else { return try await forward("POST", target, body: body) }
        for tick in 0..<actions.ticks {
            if let others = actions.others(in: tick) {
                let response = try await forward("POST", target, body: others.data)
                guard response.status == 200 else { return response }
            }
            if let failure = try await touch(actions, tick) { return failure }
        }
        return .webDriver(.null)
    }

    /// Performs the touch pointers' actions of a tick. Returns the answer of a command that failed.
    private func touch(_ actions: TouchActions, _ tick: Int) async throws -> HTTPResponse? {
        var begun: [JSONValue] = []
        var moves: [(id: String, from: TouchActions.Finger, to: TouchActions.Finger)] = []
        for (id, items) in actions.touches where tick < items.count {
            let action = items[tick]
            var finger = fingers[id] ?? TouchActions.Finger(number: fingers.count)
            switch action["type"] {
            case "pointerDown" where !finger.isDown:
                finger.isDown = true
                begun.append(touch("begin", finger))
            case "pointerUp" where finger.isDown, "pointerCancel" where finger.isDown:
                finger.isDown = false
                begun.append(touch(action["type"] == "pointerUp" ? "end" : "cancel", finger))
            case "pointerMove":
                var moved = finger
                if let failure = try await place(&moved, action) { return failure }
                moves.append((id, finger, moved))
            default: break
            }
            fingers[id] = finger
        }
        if let failure = try await send(begun) { return failure }
        let (steps, pause) = (actions.steps(of: tick), actions.duration(of: tick))
        for step in 1...steps {
            if pause > .zero { try await ContinuousClock().sleep(for: pause / steps) }
            var touches: [JSONValue] = []
            for (id, from, to) in moves {
                let share = Double(step) / Double(steps)
                var finger = to
                finger.x = from.x + (to.x - from.x) * share
                finger.y = from.y + (to.y - from.y) * share
                fingers[id] = finger
                if finger.isDown { touches.append(touch("move", finger)) }
            }
            if let failure = try await send(touches) { return failure }
        }
        return nil
    }

    private func touch(_ action: String, _ finger: TouchActions.Finger) -> JSONValue {
        [.string(action), .integer(finger.number), .number(finger.x), .number(finger.y)]
    }

    private func send(_ touches: [JSONValue]) async throws -> HTTPResponse? {
        if touches.isEmpty { return nil }
        let response = try await ask("touch", inWindowWith: ["touches": .array(touches)])
        return response.status == 200 ? nil : response
    }

    /// Sets the place that a move leads to.
    private func place(_ finger: inout TouchActions.Finger, _ action: [String: JSONValue]) async throws -> HTTPResponse?
    {
        let isRelative = action["origin"] == "pointer"
        var element = action["origin"]
        if isRelative || element == "viewport" || element == .null { element = nil }
        let response = try await forward(
            "POST", "/session/\(try runningID)/execute/sync", body: TouchActions.script(element: element).data)
        guard response.status == 200 else { return response }
        guard
            case .array(let found)? = try JSONValue(json: response.body)["value"],
            case let numbers = found.compactMap(\.double), numbers.count == 6
        else {
            throw WebDriverError(
                .unsupportedOperation,
                "the place cannot be found: the element has none, or a frame of another origin hides it")
        }
        let (left, top, width, height) = (numbers[2], numbers[3], numbers[4], numbers[5])
        let x = (isRelative ? finger.x : numbers[0]) + (action["x"]?.double ?? 0)
        let y = (isRelative ? finger.y : numbers[1]) + (action["y"]?.double ?? 0)
        guard x >= left, x <= left + width, y >= top, y <= top + height else {
            throw WebDriverError(.moveTargetOutOfBounds, "The place (\(x - left), \(y - top)) is outside the viewport")
        }
        finger.x = x
        finger.y = y
        return nil
    }

    /// Takes all fingers away, and releases keys and buttons.
    func releaseActions(_ target: String) async throws -> HTTPResponse {
        let down = fingers.values.filter(\.isDown).sorted { $0.number < $1.number }
        fingers = [:]
        if let failure = try await send(down.map { touch("end", $0) }) { return failure }
        return try await forward("DELETE", target, body: nil)
    }
}
