/// The bridge components of Hotwire's demo app: a native button for `form`, a sheet for `menu` and a button for `overflow-menu`.
/// Main actor only.
///
/// As on iOS, a component replies to the message that shows its control, and only when the user taps the control. Each tap is
/// another reply to the latest message. Other messages, such as `submitDisabled`, have no reply.
///
/// Source: hotwire-native-ios 1.3, `Demo/Bridge/{FormComponent,MenuComponent,OverflowMenuComponent}.swift`.
@MainActor
final class HotwireComponents {
    /// The name of the event for a tap, as in `form.tap`.
    static let tap = "tap"

    /// The message that shows the control of a component.
    private static let shows = ["form": "connect", "menu": "display", "overflow-menu": "connect"]

    /// The latest messages that show a control, by component.
    private var shown: [String: PluginCall] = [:]

    /// Returns the plugins by name.
    var plugins: [String: SimulatedPlugin] {
        Self.shows.mapValues { event in
            SimulatedPlugin([
                event: .stream { [weak self] call in self?.shown[call.plugin] = call },
                "*": .promise { _ in nil },
            ])
        }
    }

    /// Removes the controls of an earlier document.
    func removeAll() { shown = [:] }

    /// Returns whether an event is a tap on the control of one of these components.
    func isTap(_ event: String, of component: String) -> Bool { event == Self.tap && Self.shows[component] != nil }

    /// Throws an error if a tap is not possible.
    ///
    /// - Parameter data: the reply, such as `{"selectedIndex": 1}` for `menu`.
    func check(_ component: String, _ data: NativeValue) throws(NativeCallError) {
        if component == "menu", data["selectedIndex"]?.integer == nil {
            throw NativeCallError("“menu.tap” needs the tapped item, such as \"data\": {\"selectedIndex\": 0}")
        }
        guard shown[component] != nil else {
            throw NativeCallError(
                "“\(component).tap”: there is no control to tap. Wait for the page's call “\(component)."
                    + "\(Self.shows[component] ?? "")” first")
        }
    }

    /// Taps the control of a component.
    func tap(_ component: String, _ data: NativeValue) { shown[component]?.send(data) }
}
