import CWebKitGTK

/// An action of a mouse. All input here is for views that are on the screen.
package enum PointerAction: String, Sendable, Codable {
    case move, press, release, leave

    var kind: CWKPointerKind {
        switch self {
        case .move: CWK_POINTER_MOVE
        case .press: CWK_POINTER_PRESS
        case .release: CWK_POINTER_RELEASE
        case .leave: CWK_POINTER_LEAVE
        }
    }
}

/// The phase of a touch point, as in UIKit.
package enum TouchAction: String, Sendable, Codable {
    case begin, move, end, cancel

    var kind: CWKTouchKind {
        switch self {
        case .begin: CWK_TOUCH_BEGIN
        case .move: CWK_TOUCH_MOVE
        case .end: CWK_TOUCH_END
        case .cancel: CWK_TOUCH_CANCEL
        }
    }
}

/// Keys that are held while something else happens.
package struct InputModifiers: OptionSet, Sendable {
    package let rawValue: UInt32
    package init(rawValue: UInt32) { self.rawValue = rawValue }

    package static let shift = InputModifiers(rawValue: 1)
    package static let control = InputModifiers(rawValue: 2)
    package static let alt = InputModifiers(rawValue: 4)
    package static let meta = InputModifiers(rawValue: 8)
}

// Input as from a person: the page's events are trusted.
extension WKWebView {
    /// Gives the page the keyboard's focus. In a view on a screen that no window manager looks after, no page has it.
    package func takeFocus() { if let handle { cwk_view_focus(handle) } }

    /// Moves the mouse, or presses or lets go of a button: 1 is the left one. `held` are the buttons that are down, bit 0 for
    /// the left one. The place is in points.
    ///
    /// - Parameter clicks: 1 for a press that begins a click, 2 and 3 for those of a double and a triple click, whatever time there is
    ///   between them; nil to have WebKit count by the time.
    package func sendPointer(
        _ action: PointerAction, at point: CGPoint, button: Int = 1, held: UInt32 = 0, modifiers: InputModifiers = [],
        clicks: Int? = nil
    ) {
        guard let handle else { return }
        cwk_view_pointer(
            handle, action.kind, Double(point.x), Double(point.y), Int32(clamping: button), held, modifiers.rawValue,
            Int32(clamping: clicks ?? 0))
    }

    /// Begins, moves, ends or cancels a touch point. `point` is in points of the view.
    package func sendTouch(_ action: TouchAction, finger: Int, at point: CGPoint) {
        guard let handle else { return }
        cwk_view_touch(handle, action.kind, UInt32(clamping: finger), Double(point.x), Double(point.y))
    }

    /// Turns the wheel by so many points.
    package func sendScroll(at point: CGPoint, by delta: CGPoint, modifiers: InputModifiers = []) {
        guard let handle else { return }
        cwk_view_scroll(
            handle, Double(point.x), Double(point.y), Double(delta.x), Double(delta.y), modifiers.rawValue)
    }

    /// Presses a key, or lets go of it. `key` is a name as `KeyboardEvent.key` has it.
    ///
    /// - Returns: whether there is such a key.
    @discardableResult
    package func sendKey(_ key: String, isPressed: Bool, modifiers: InputModifiers = []) -> Bool {
        handle.map { cwk_view_key($0, isPressed, key, modifiers.rawValue) } ?? false
    }

    /// Carries out steps of input, and returns once the page has had their events.
    ///
    /// - Returns: the key that there is not, at which the input has stopped; nil if all was carried out.
    package func carryOut(_ actions: [InputAction]) async -> String? {
        for action in actions {
            if !perform(action), case .key(let key, _, _) = action { return key }
            await settle(action)
        }
        return nil
    }

    /// Waits until the page has had the events of an action. WebKit hands it events and scripts in their order, but holds later events of
    /// the mouse until the rendering update after a move.
    private func settle(_ action: InputAction) async {
        let movesMouse =
            switch action {
            case .pointer(let kind, _, _, _, _, _): [.move, .leave].contains(kind)
            case .touch: true
            default: false
            }
        // After a touch that the page has had, WebKit sends the events of a mouse that moves there and clicks.
        if case .touch = action { await run("") }
        if movesMouse { await run("await new Promise(requestAnimationFrame)") }
        await run("")
    }

    /// Runs a script in a world of its own: the page may have replaced functions.
    private func run(_ script: String) async {
        _ = try? await callAsyncJavaScript(script, contentWorld: .defaultClient)
    }

    /// Puts text where the caret is, as a paste would.
    package func insertText(_ text: String) { if let handle { cwk_view_insert_text(handle, text) } }
}
