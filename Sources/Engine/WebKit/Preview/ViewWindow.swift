import CWebKitGTK

/// The window of a view that is on a person's display, with a bar of controls. Main actor only; kept as long as the view.
@MainActor
package final class ViewWindow {
    /// A control that a person can use.
    package enum Control: CaseIterable, Sendable {
        case back, forward, reload, rotate, dark, offline, inspector, close

        var value: CWKControl {
            switch self {
            case .back: CWK_CONTROL_BACK
            case .forward: CWK_CONTROL_FORWARD
            case .reload: CWK_CONTROL_RELOAD
            case .rotate: CWK_CONTROL_ROTATE
            case .dark: CWK_CONTROL_DARK
            case .offline: CWK_CONTROL_OFFLINE
            case .inspector: CWK_CONTROL_INSPECTOR
            case .close: CWK_CONTROL_CLOSE
            }
        }
    }

    private weak var view: WKWebView?
    private let used: @MainActor (Control, Bool) -> Void

    /// Puts the bar above the view.
    ///
    /// - Parameter used: called with the control and, of one that has a state, the state.
    package init(of view: WKWebView, used: @escaping @MainActor (Control, Bool) -> Void) {
        self.view = view
        self.used = used
        view.attachments[ObjectIdentifier(ViewWindow.self)] = self
        guard let handle = view.handle else { return }
        cwk_window_add_controls(
            handle,
            { control, isOn, context in
                ShimCallback.unretained(context, ViewWindow.self) { window in
                    if let used = Control.allCases.first(where: { $0.value == control }) { window.used(used, isOn) }
                }
            }, Unmanaged.passUnretained(self).toOpaque())
    }

    /// Sets the window's title.
    package func setTitle(_ title: String, _ subtitle: String?) {
        if let handle = view?.handle { cwk_window_set_title(handle, title, subtitle) }
    }

    /// Sets whether a control can be used, and whether it is on.
    package func set(_ control: Control, isEnabled: Bool = true, isOn: Bool = false) {
        if let handle = view?.handle { cwk_window_set_control(handle, control.value, isEnabled, isOn) }
    }

    /// Shows a page's question; the text is nil for a dialog without one, or a dialog that was cancelled.
    package func ask(_ message: String, defaultText: String? = nil, canCancel: Bool) async -> (Bool, String?) {
        guard let handle = view?.handle else { return (false, nil) }
        return await withCheckedContinuation { (continuation: CheckedContinuation<(Bool, String?), Never>) in
            cwk_window_ask(
                handle, message, defaultText, canCancel,
                { isConfirmed, text, context in
                    let text = text.map { String(cString: $0) }
                    ShimCallback.retained(context, Box<CheckedContinuation<(Bool, String?), Never>>.self) {
                        $0.value.resume(returning: (isConfirmed, text))
                    }
                }, Unmanaged.passRetained(Box(continuation)).toOpaque())
        }
    }
}

extension WKWebView {
    /// Opens the Web Inspector in a window on the display. The view has to be inspectable.
    package func showInspector() { if let handle { cwk_view_show_inspector(handle) } }
}
