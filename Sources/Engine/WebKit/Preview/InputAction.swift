/// One step of a person's input, as a viewer of the preview or a page's test sends it.
package enum InputAction: Sendable {
    /// - clicks: the count that a press has, see ``WKWebView/sendPointer(_:at:button:held:modifiers:clicks:)``.
    case pointer(PointerAction, CGPoint, button: Int, held: UInt32, InputModifiers, clicks: Int?)
    case touch(TouchAction, CGPoint, finger: Int)
    case scroll(CGPoint, by: CGPoint, InputModifiers)
    case key(String, isPressed: Bool, InputModifiers)
    case text(String)
}

extension InputAction: Decodable {
    private enum Key: String, CodingKey {
        case type, action, x, y, button, held, clicks, finger, modifiers, deltaX, deltaY, key, text
    }

    /// The types of actions in JSON.
    package static let types: Set<String> = ["pointer", "touch", "scroll", "key", "text"]

    /// Reads an action; throws for an invalid one. Places far outside of every view are moved closer.
    package init(from decoder: any Decoder) throws {
        let action = try decoder.container(keyedBy: Key.self)
        func point(_ x: Key, _ y: Key) throws -> CGPoint {
            let numbers = try [x, y].map { try action.decode(Double.self, forKey: $0) }
            return CGPoint(x: min(max(numbers[0], -1e5), 1e5), y: min(max(numbers[1], -1e5), 1e5))
        }
        func number(_ key: Key, in range: ClosedRange<Int>, _ problem: String) throws -> Int? {
            guard let number = try action.decodeIfPresent(Int.self, forKey: key) else { return nil }
            guard range.contains(number) else {
                throw DecodingError.dataCorruptedError(
                    forKey: key, in: action, debugDescription: "\(problem) \(number)")
            }
            return number
        }
        func modifiers() throws -> InputModifiers {
            InputModifiers(rawValue: try action.decodeIfPresent(UInt32.self, forKey: .modifiers) ?? 0)
        }
        switch try action.decode(String.self, forKey: .type) {
        case "pointer":
            let kind = try action.decode(PointerAction.self, forKey: .action)
            // A move and a leave are of no button: a viewer may say anything there.
            let isOfButton = [.press, .release].contains(kind)
            self = .pointer(
                kind, try point(.x, .y),
                button: isOfButton ? try number(.button, in: 1...3, "A mouse has no button") ?? 1 : 1,
                held: try action.decodeIfPresent(UInt32.self, forKey: .held) ?? 0, try modifiers(),
                clicks: isOfButton ? try number(.clicks, in: 1...3, "No press has the count") : nil)
        case "touch":
            let kind = try action.decode(TouchAction.self, forKey: .action)
            self = .touch(
                kind, try point(.x, .y), finger: try number(.finger, in: 0...9, "No hand has the finger") ?? 0)
        case "scroll": self = .scroll(try point(.x, .y), by: try point(.deltaX, .deltaY), try modifiers())
        case "key":
            let isPressed = try action.decode(String.self, forKey: .action) == "press"
            self = .key(try action.decode(String.self, forKey: .key), isPressed: isPressed, try modifiers())
        case "text": self = .text(try action.decode(String.self, forKey: .text))
        case let name:
            throw DecodingError.dataCorruptedError(
                forKey: .type, in: action, debugDescription: "There is no action “\(name)”")
        }
    }
}

extension WKWebView {
    /// Carries out a step of input, of which the page has not heard yet when this returns.
    ///
    /// - Returns: whether there is such a key; true for any other step.
    @discardableResult
    package func perform(_ action: InputAction) -> Bool {
        switch action {
        case .pointer(let kind, let point, let button, let held, let modifiers, let clicks):
            sendPointer(kind, at: point, button: button, held: held, modifiers: modifiers, clicks: clicks)
        case .touch(let kind, let point, let finger): sendTouch(kind, finger: finger, at: point)
        case .scroll(let point, let delta, let modifiers): sendScroll(at: point, by: delta, modifiers: modifiers)
        case .key(let key, let isPressed, let modifiers):
            return sendKey(key, isPressed: isPressed, modifiers: modifiers)
        case .text(let text): insertText(text)
        }
        return true
    }
}
