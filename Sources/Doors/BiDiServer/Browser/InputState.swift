import Foundation
import WebKit

/// The keys and buttons that a client holds in a window. Main actor only.
///
/// Source: WebDriver, "Input state", https://www.w3.org/TR/webdriver2/#input-state
@MainActor
final class InputState {
    var pointers: [String: PointerState] = [:]
    /// The held keys, in the order in which they were pressed.
    var keys: [String] = []
    /// The names of the held keys, by the clients' values.
    var names: [String: String] = [:]
    var fingers: [String: Int] = [:]

    struct PointerState {
        var place = CGPoint.zero
        /// Bit 0 for the left button, then the middle one and the right one.
        var held: UInt32 = 0
        var isTouch = false
        var isDown = false
    }

    var modifiers: InputModifiers {
        let all: [String: InputModifiers] = ["Shift": .shift, "Control": .control, "Alt": .alt, "Meta": .meta]
        return keys.reduce(into: []) { modifiers, key in if let one = all[key] { modifiers.insert(one) } }
    }

    /// Returns the name of a key as `KeyboardEvent.key` has it.
    ///
    /// Source: WebDriver, "Keyboard actions", https://www.w3.org/TR/webdriver2/#keyboard-actions
    static func keyName(_ value: String, _ modifiers: InputModifiers) -> String {
        guard let scalar = value.unicodeScalars.first, (0xE000...0xE05D).contains(scalar.value) else {
            if value == "\r" || value == "\n" { return "Enter" }
            return modifiers.contains(.shift) ? shifted(value) : value
        }
        return names[scalar.value] ?? value
    }

    /// Returns the character of a key with Shift, on a keyboard of the United States.
    private static func shifted(_ value: String) -> String {
        guard let character = value.first, let index = plain.firstIndex(of: character) else {
            let upper = value.uppercased()
            return upper.count == 1 ? upper : value
        }
        return String(withShift[index])
    }

    private static let plain = Array("`1234567890-=[]\\;',./")
    private static let withShift = Array("~!@#$%^&*()_+{}|:\"<>?")

    private static let names: [UInt32: String] = [
        0xE001: "Cancel", 0xE002: "Help", 0xE003: "Backspace", 0xE004: "Tab", 0xE005: "Clear", 0xE006: "Enter",
        0xE007: "Enter", 0xE008: "Shift", 0xE009: "Control", 0xE00A: "Alt", 0xE00B: "Pause", 0xE00C: "Escape",
        0xE00D: " ", 0xE00E: "PageUp", 0xE00F: "PageDown", 0xE010: "End", 0xE011: "Home", 0xE012: "ArrowLeft",
        0xE013: "ArrowUp", 0xE014: "ArrowRight", 0xE015: "ArrowDown", 0xE016: "Insert", 0xE017: "Delete",
        0xE018: ";", 0xE019: "=", 0xE01A: "0", 0xE01B: "1", 0xE01C: "2", 0xE01D: "3", 0xE01E: "4", 0xE01F: "5",
        0xE020: "6", 0xE021: "7", 0xE022: "8", 0xE023: "9", 0xE024: "*", 0xE025: "+", 0xE026: ",", 0xE027: "-",
        0xE028: ".", 0xE029: "/", 0xE031: "F1", 0xE032: "F2", 0xE033: "F3", 0xE034: "F4", 0xE035: "F5",
        0xE036: "F6", 0xE037: "F7", 0xE038: "F8", 0xE039: "F9", 0xE03A: "F10", 0xE03B: "F11", 0xE03C: "F12",
        0xE03D: "Meta", 0xE050: "Shift", 0xE051: "Control", 0xE052: "Alt", 0xE053: "Meta", 0xE054: "PageUp",
        0xE055: "PageDown", 0xE056: "End", 0xE057: "Home", 0xE058: "ArrowLeft", 0xE059: "ArrowUp",
        0xE05A: "ArrowRight", 0xE05B: "ArrowDown", 0xE05C: "Insert", 0xE05D: "Delete",
    ]
}
