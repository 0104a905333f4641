public import Foundation

/// A view that reports events to the application. UIKit API, as far as a scroll view's ``UIRefreshControl`` needs it. Main actor
/// only.
///
/// Linux has no selectors: actions are closures.
@preconcurrency @MainActor
open class UIControl: UIView {
    /// A kind of event. UIKit API.
    public struct Event: OptionSet, Sendable {
        /// The bits of the kinds.
        public let rawValue: UInt

        /// Makes kinds from bits.
        public init(rawValue: UInt) { self.rawValue = rawValue }

        /// A touch that ends inside the control. UIKit API.
        public static let touchUpInside = Event(rawValue: 1 << 6)
        /// A new value. UIKit API.
        public static let valueChanged = Event(rawValue: 1 << 12)
        /// What the control is there for. UIKit API.
        public static let primaryActionTriggered = Event(rawValue: 1 << 13)
        /// All kinds. UIKit API.
        public static let allEvents = Event(rawValue: 0xFFFF_FFFF)
    }

    private var actions: [(action: UIAction, events: Event)] = []

    /// Makes a control with a frame, in points. UIKit API.
    public override init(frame: CGRect) { super.init(frame: frame) }

    /// Views cannot be decoded here: returns nil. UIKit API.
    public required init?(coder: NSCoder) { return nil }

    /// Whether the control can be used. UIKit API; stored only.
    open var isEnabled = true

    /// Has events of these kinds run an action. UIKit API. An action is run once for an event.
    open func addAction(_ action: UIAction, for controlEvents: Event) {
        if let index = actions.firstIndex(where: { $0.action === action }) {
            actions[index].events.formUnion(controlEvents)
        } else {
            actions.append((action, controlEvents))
        }
    }

    /// Ends the running of an action by events of these kinds. UIKit API.
    open func removeAction(_ action: UIAction, for controlEvents: Event) {
        guard let index = actions.firstIndex(where: { $0.action === action }) else { return }
        actions[index].events.subtract(controlEvents)
        if actions[index].events.isEmpty { actions.remove(at: index) }
    }

    /// Runs the actions of these kinds of events, in the order they were added. UIKit API.
    open func sendActions(for controlEvents: Event) {
        for (action, events) in actions where !events.isDisjoint(with: controlEvents) {
            action.run(by: self)
        }
    }
}
