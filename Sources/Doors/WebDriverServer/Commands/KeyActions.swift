import HTTPMessages

/// The actions that type a text.
///
/// Source: WebDriver, "Element Send Keys", https://www.w3.org/TR/webdriver2/#element-send-keys
public enum KeyActions {
    /// Keys.NULL: releases the modifier keys.
    private static let null: Unicode.Scalar = "\u{E000}"
    /// The modifier keys, left and right, by the modifier.
    /// Source: WebDriver, "Keyboard actions", https://www.w3.org/TR/webdriver2/#keyboard-actions
    private static let modifiers: [Unicode.Scalar: String] = [
        "\u{E008}": "shift", "\u{E050}": "shift", "\u{E009}": "control", "\u{E051}": "control", "\u{E00A}": "alt",
        "\u{E052}": "alt", "\u{E03D}": "meta", "\u{E053}": "meta",
    ]

    /// Returns the parameters of Perform Actions for the keys of a text. A modifier stays down until it comes again, or until Keys.NULL, or
    /// the end.
    public static func typing(_ text: String) -> JSONValue {
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

    private static func action(_ type: String, _ key: Unicode.Scalar) -> JSONValue {
        ["type": .string(type), "value": .string(String(key))]
    }
}
