import Foundation
import HTTPMessages
import LocalServer

/// Keys that are more than one UTF-16 code unit. WebKitWebDriver types the units of Element Send Keys one by one, of which no half of
/// a pair writes anything, and refuses keys of several characters in Perform Actions.
///
/// Source: WebDriver, "Element Send Keys", https://www.w3.org/TR/webdriver2/#element-send-keys
enum KeyActions {
    /// Keys.NULL: releases the modifier keys.
    private static let null: Unicode.Scalar = "\u{E000}"
    /// The modifier keys, left and right, by the modifier.
    /// Source: WebDriver, "Keyboard actions", https://www.w3.org/TR/webdriver2/#keyboard-actions
    private static let modifiers: [Unicode.Scalar: String] = [
        "\u{E008}": "shift", "\u{E050}": "shift", "\u{E009}": "control", "\u{E051}": "control", "\u{E00A}": "alt",
        "\u{E052}": "alt", "\u{E03D}": "meta", "\u{E053}": "meta",
    ]

    /// Returns whether WebKitWebDriver types a text as the specification says.
    static func canBeTyped(_ text: String) -> Bool { !text.unicodeScalars.contains { $0 == null || $0.value > 0xFFFF } }

    /// Returns Perform Actions for the keys of a text. A modifier stays down until it comes again, or until Keys.NULL, or the end.
    static func typing(_ text: String) -> JSONValue {
        var actions: [JSONValue] = []
        var held: [String: Unicode.Scalar] = [:]
        func release() {
            actions += held.values.sorted().map { action("keyUp", $0) }
            held = [:]
        }
        func type(_ scalar: Unicode.Scalar) {
            // WebKit writes no such character while a modifier is down.
            let modifiers = scalar.value > 0xFFFF ? held.values.sorted() : []
            actions += modifiers.map { action("keyUp", $0) }
            actions += [action("keyDown", scalar), action("keyUp", scalar)]
            actions += modifiers.map { action("keyDown", $0) }
        }
        for scalar in text.unicodeScalars {
            if scalar == null {
                release()
            } else if let modifier = modifiers[scalar] {
                let isHeld = held.removeValue(forKey: modifier)
                if isHeld == nil { held[modifier] = scalar }
                actions.append(action(isHeld == nil ? "keyDown" : "keyUp", isHeld ?? scalar))
            } else {
                type(scalar)
            }
        }
        release()
        return ["actions": [["type": "key", "id": "swwebview:keys", "actions": .array(actions)]]]
    }

    /// Returns the body of Perform Actions with a key for each character, where a key is a grapheme cluster of several.
    static func separated(_ body: Data) -> Data {
        guard case .object(var members)? = try? JSONValue(json: body),
            case .array(let sources)? = members["actions"]
        else { return body }
        let given = sources.map { source -> [JSONValue] in
            guard case .object(let members) = source, case .array(let actions)? = members["actions"] else { return [] }
            return actions
        }
        let rows = given.map { $0.map(separated) }
        guard rows != given.map({ $0.map { [$0] } }) else { return body }
        let ticks = (0..<(rows.map(\.count).max() ?? 0)).map { tick in
            rows.map { tick < $0.count ? $0[tick].count : 0 }.max() ?? 0
        }
        members["actions"] = .array(
            zip(sources, rows).map { source, row in
                guard case .object(var members) = source, members["actions"] != nil else { return source }
                members["actions"] = .array(
                    zip(row, ticks).flatMap { $0 + Array(repeating: pause, count: $1 - $0.count) })
                return .object(members)
            })
        return JSONValue.object(members).data
    }

    private static let pause: JSONValue = ["type": "pause", "duration": 0]

    /// Returns the actions for one action: several where it presses a key of several characters.
    private static func separated(_ action: JSONValue) -> [JSONValue] {
        guard case .object(let members) = action, case .string(let type)? = members["type"],
            case .string(let key)? = members["value"], key.count == 1, key.unicodeScalars.count > 1
        else { return [action] }
        switch type {
        case "keyDown":
            return Array(
                key.unicodeScalars.flatMap { [Self.action("keyDown", $0), Self.action("keyUp", $0)] }.dropLast())
        case "keyUp": return key.unicodeScalars.last.map { [Self.action("keyUp", $0)] } ?? [pause]
        default: return [action]
        }
    }

    private static func action(_ type: String, _ key: Unicode.Scalar) -> JSONValue {
        ["type": .string(type), "value": .string(String(key))]
    }

    /// Returns the script that gives an element the focus as Element Send Keys does, and answers what it found.
    static func focus(element: String) -> JSONValue {
        ["script": .string(focusing), "args": [["element-6066-11e4-a52e-4f735466cecf": .string(element)]]]
    }

    private static let focusing = """
        const element = arguments[0], root = element.getRootNode(), isInput = element.localName === "input";
        if (isInput && element.type === "file") return "file";
        if (root.activeElement !== element) root.activeElement?.blur();
        element.focus();
        if (element === document.body || element === document.documentElement) return "focused";
        const isText = element.localName === "textarea" || isInput && element.type === "text";
        if (isText && element.selectionEnd === 0) element.setSelectionRange(element.value.length, element.value.length);
        return root.activeElement === element ? "focused" : "refused";
        """
}

extension DriverSession {
    /// Types into an element.
    ///
    /// - Throws: ``WebDriverError`` where it cannot have the focus.
    func sendKeys(_ target: String, element: String, _ body: Data) async throws -> HTTPResponse {
        struct Keys: Decodable { var text: String }
        guard let text = try? JSONText.decode(Keys.self, from: body).text, !KeyActions.canBeTyped(text) else {
            return try await forward("POST", target, body: body)
        }
        let session = "/session/\(try runningID)"
        let found = try await forward(
            "POST", session + "/execute/sync", body: KeyActions.focus(element: element).data)
        guard found.status == 200 else { return found }
        switch try JSONValue(json: found.body)["value"] {
        // The text is the path of a file.
        case "file": return try await forward("POST", target, body: body)
        case "focused": return try await forward("POST", session + "/actions", body: KeyActions.typing(text).data)
        default: throw WebDriverError(.elementNotInteractable, "the element cannot have the focus")
        }
    }
}
