public import Foundation

/// A view that reports events to the application. UIKit API. Main actor only.
///
/// Linux has no selectors: actions are closures, or methods of a target.
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
        /// A touch that begins. UIKit API.
        public static let touchDown = Event(rawValue: 1)
        /// A touch that ends outside the control. UIKit API.
        public static let touchUpOutside = Event(rawValue: 1 << 7)
        /// A new value. UIKit API.
        public static let valueChanged = Event(rawValue: 1 << 12)
        /// What the control is there for. UIKit API.
        public static let primaryActionTriggered = Event(rawValue: 1 << 13)
        /// An edit that begins. UIKit API.
        public static let editingDidBegin = Event(rawValue: 1 << 16)
        /// A new text. UIKit API.
        public static let editingChanged = Event(rawValue: 1 << 17)
        /// An edit that ends. UIKit API.
        public static let editingDidEnd = Event(rawValue: 1 << 18)
        /// The return key. UIKit API.
        public static let editingDidEndOnExit = Event(rawValue: 1 << 19)
        /// All kinds. UIKit API.
        public static let allEvents = Event(rawValue: 0xFFFF_FFFF)
    }

    /// The state of a control. UIKit API.
    public struct State: OptionSet, Sendable {
        /// The bits of the state.
        public let rawValue: UInt

        /// Makes a state from bits.
        public init(rawValue: UInt) { self.rawValue = rawValue }

        /// The usual state. UIKit API.
        public static let normal: State = []
        /// A control under a finger. UIKit API.
        public static let highlighted = State(rawValue: 1)
        /// A control that cannot be used. UIKit API.
        public static let disabled = State(rawValue: 1 << 1)
        /// A control that is chosen. UIKit API.
        public static let selected = State(rawValue: 1 << 2)
    }

    /// The actions, with the target of those that call a method.
    private var actions: [(action: UIAction, target: ObjectIdentifier?, events: Event)] = []

    /// Makes a control with a frame, in points. UIKit API.
    public override init(frame: CGRect) { super.init(frame: frame) }

    /// Views cannot be decoded here: returns nil. UIKit API.
    public required init?(coder: NSCoder) { return nil }

    /// Whether the control can be used. UIKit API. Events that the program sends run their actions all the same, as on iOS.
    open var isEnabled = true { didSet { stateChanged() } }
    /// Whether the control is chosen. UIKit API.
    open var isSelected = false { didSet { stateChanged() } }
    /// Whether the control is under a finger. UIKit API.
    open var isHighlighted = false { didSet { stateChanged() } }

    /// The state. UIKit API.
    open var state: State {
        var state = State.normal
        if isHighlighted { state.insert(.highlighted) }
        if !isEnabled { state.insert(.disabled) }
        if isSelected { state.insert(.selected) }
        return state
    }

    /// Shows the control in its state.
    func stateChanged() {}

    /// Has events of these kinds run an action. UIKit API. An action is run once for an event.
    open func addAction(_ action: UIAction, for controlEvents: Event) { add(action, of: nil, for: controlEvents) }

    /// Has events of these kinds run an action of a target.
    func add(_ action: UIAction, of target: ObjectIdentifier?, for controlEvents: Event) {
        if let index = actions.firstIndex(where: { $0.action === action }) {
            actions[index].events.formUnion(controlEvents)
        } else {
            actions.append((action, target, controlEvents))
        }
    }

    /// Ends the running of an action by events of these kinds. UIKit API.
    open func removeAction(_ action: UIAction, for controlEvents: Event) {
        removeActions(for: controlEvents) { other, _ in other === action }
    }

    /// Ends the running of some actions by events of these kinds.
    func removeActions(for controlEvents: Event, where isRemoved: (UIAction, ObjectIdentifier?) -> Bool) {
        for index in actions.indices where isRemoved(actions[index].action, actions[index].target) {
            actions[index].events.subtract(controlEvents)
        }
        actions.removeAll { $0.events.isEmpty }
    }

    /// Runs the actions of these kinds of events, in the order they were added. UIKit API.
    open func sendActions(for controlEvents: Event) {
        for entry in actions where !entry.events.isDisjoint(with: controlEvents) { entry.action.run(by: self) }
    }

    /// Runs the actions for what the control is there for. UIKit API.
    open func performPrimaryAction() { sendActions(for: .primaryActionTriggered) }
}
