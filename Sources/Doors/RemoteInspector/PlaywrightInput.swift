import Foundation
import HTTPMessages
import SWWebView
import WebKit

/// The input of Playwright's clients, as trusted input. Main actor only.
///
/// Playwright imitates input by functions of an object in the page, which it calls over the inspector. Events of those are not trusted, and
/// their keys edit no text. So the host carries such calls out itself, and the page gets none of them.
@MainActor
final class PlaywrightInput {
    /// The steps of a call.
    enum Steps {
        case input([InputAction])
        /// Text that goes in by its key, and otherwise as text.
        case key(InputAction, text: String?)
    }

    private static let name = "globalThis.__pwWebViewInput."
    private let view: SWWebView
    private let frames: FrameRecord
    /// The place of the pointer in the view. Calls for frames name places in their frame only.
    private var place = CGPoint.zero
    /// The input that is under way. Later input waits for it.
    private var underway: Task<Void, Never>?

    init(_ view: SWWebView, _ frames: FrameRecord) { (self.view, self.frames) = (view, frames) }

    /// Returns the input that a command asks for; nil for any other command.
    func steps(of command: InspectorMessage) -> Steps? {
        guard command.method == "Runtime.callFunctionOn" else { return nil }
        let arguments = command.parameters["arguments"]?.elements.map { $0["value"] ?? .null } ?? []
        guard arguments.count > 3, let expression = arguments[3].text,
            let start = expression.range(of: Self.name)?.upperBound
        else { return nil }
        let function = expression[start...].prefix { $0 != "(" }
        let argument = Argument(arguments.count > 5 ? arguments[5] : .null)
        if function == "positionInIFrame" {
            // Every call about a place begins with this one in the main frame.
            if let context = Self.context(of: command), frames.isMain(context) { place = argument.point }
            return nil
        }
        return steps(String(function), argument)
    }

    private func steps(_ function: String, _ argument: Argument) -> Steps? {
        switch function {
        case "mouseMove":
            return .input([
                .pointer(.move, place, button: 1, held: argument.held, argument.modifiers, clicks: nil)
            ])
        case "mouseEvent": return .input(mouse(argument).map { [$0] } ?? [])
        case "wheel":
            return .input([.scroll(place, by: argument.point("deltaX", "deltaY"), argument.modifiers)])
        case "tap":
            return .input([.touch(.begin, place, finger: 0), .touch(.end, place, finger: 0)])
        case "keydown":
            guard let key = argument["key"]?.text else { return .input([]) }
            return .key(.key(key, isPressed: true, argument.modifiers), text: argument["text"]?.text)
        case "keyup":
            guard let key = argument["key"]?.text else { return .input([]) }
            return .key(.key(key, isPressed: false, argument.modifiers), text: nil)
        case "insertText": return .input(argument.text.map { [.text($0)] } ?? [])
        case "clearHover": return .input([])
        default: return nil
        }
    }

    /// Returns the press or release that a mouse event stands for; nil for an event that WebKit makes of those.
    ///
    /// A release can lead the page away, and Playwright calls for `mouseup`, `click` and `dblclick` in turn. So the button is released with
    /// the last of them.
    private func mouse(_ argument: Argument) -> InputAction? {
        let clicks = argument["clickCount"]?.number ?? 1
        let action: PointerAction
        switch argument["type"]?.text {
        case "mousedown": action = .press
        case "mouseup" where clicks == 0: action = .release
        case "click" where clicks != 2, "auxclick" where clicks != 2, "dblclick": action = .release
        default: return nil
        }
        return .pointer(
            action, place, button: argument.button, held: argument.heldBefore(action), argument.modifiers,
            clicks: action == .press ? min(max(clicks, 1), 3) : nil)
    }

    /// Carries steps out, and then calls `ended` with the result of the call.
    func perform(_ steps: Steps, ended: @escaping @MainActor (JSONValue) -> Void) {
        let earlier = underway
        underway = Task { [view] in
            await earlier?.value
            switch steps {
            // WebKit gives the page events and later commands in their order, but those of a move and of touches.
            case .input(let actions) where actions.allSatisfy(\.isImmediate):
                for action in actions { view.perform(action) }
            case .input(let actions): _ = await view.carryOut(actions)
            case .key(let action, let text): if !view.perform(action), let text { view.perform(.text(text)) }
            }
            ended(["result": ["type": "object", "value": ["v": "undefined"]], "wasThrown": false])
        }
    }

    /// Returns the execution context of the object that a command calls a function on.
    private static func context(of command: InspectorMessage) -> Int? {
        guard let object = command.parameters["objectId"]?.text else { return nil }
        return try? JSONValue(json: Data(object.utf8))["injectedScriptId"]?.number
    }
}

/// The argument of an input function, in the form that Playwright's scripts read.
private struct Argument {
    private var members: [String: JSONValue] = [:]
    /// The argument itself, where it is text.
    let text: String?

    init(_ value: JSONValue) {
        text = value.text
        for member in value["o"]?.elements ?? [] {
            if let name = member["k"]?.text { members[name] = member["v"] }
        }
    }

    subscript(name: String) -> JSONValue? { members[name] }

    var point: CGPoint { point("x", "y") }

    func point(_ x: String, _ y: String) -> CGPoint {
        func number(_ name: String) -> Double { min(max(members[name]?.double ?? 0, -1e5), 1e5) }
        return CGPoint(x: number(x), y: number(y))
    }

    /// 1 for the left button, 2 for the middle one, 3 for the right one.
    var button: Int { min(max(members["button"]?.number ?? 0, 0), 2) + 1 }

    /// The buttons that are down: bit 0 for the left one, then the middle one and the right one. The DOM has the last two the other way round.
    var held: UInt32 {
        let buttons = UInt32(truncatingIfNeeded: members["buttons"]?.number ?? 0)
        return buttons & 1 | (buttons & 2) << 1 | (buttons & 4) >> 1
    }

    /// The buttons that are down before one of them changes.
    func heldBefore(_ action: PointerAction) -> UInt32 {
        let bit = UInt32(1) << UInt32(button - 1)
        return action == .press ? held & ~bit : held | bit
    }

    var modifiers: InputModifiers {
        let keys: [(String, InputModifiers)] = [
            ("shiftKey", .shift), ("ctrlKey", .control), ("altKey", .alt), ("metaKey", .meta),
        ]
        return keys.reduce(into: []) { all, key in if members[key.0]?.flag ?? false { all.insert(key.1) } }
    }
}

extension InputAction {
    /// Whether the page has the events of the action before it carries out a later command.
    fileprivate var isImmediate: Bool {
        switch self {
        case .pointer(let kind, _, _, _, _, _): [.press, .release].contains(kind)
        case .touch: false
        case .scroll, .key, .text: true
        }
    }
}
