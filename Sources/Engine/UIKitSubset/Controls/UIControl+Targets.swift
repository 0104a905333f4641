// The selector-free forms of `addTarget`: a method is written as `Type.method`.
extension UIControl {
    /// Has events of these kinds call a method of a target, which the control does not keep.
    ///
    /// ```swift
    /// refresh.addTarget(self, action: Browser.reload, for: .valueChanged)
    /// ```
    ///
    /// On iOS the action is a selector, which Linux lacks.
    public func addTarget<Target: AnyObject>(
        _ target: Target, action: @escaping @MainActor (Target) -> () -> Void, for controlEvents: Event
    ) {
        add(target, for: controlEvents) { target, _ in action(target)() }
    }

    /// Has events of these kinds call a method of a target with the control.
    public func addTarget<Target: AnyObject, Sender>(
        _ target: Target, action: @escaping @MainActor (Target) -> (Sender) -> Void,
        for controlEvents: Event
    ) {
        add(target, for: controlEvents) { target, sender in
            if let sender = sender as? Sender { action(target)(sender) }
        }
    }

    private func add<Target: AnyObject>(
        _ target: Target, for controlEvents: Event, call: @escaping @MainActor (Target, Any?) -> Void
    ) {
        let action = UIAction { [weak target] action in
            if let target { call(target, action.sender) }
        }
        add(action, of: ObjectIdentifier(target), for: controlEvents)
    }

    /// Ends the calls of a target, or of all for nil, by events of these kinds.
    public func removeTarget(_ target: AnyObject?, for controlEvents: Event) {
        let removed = target.map { ObjectIdentifier($0) }
        removeActions(for: controlEvents) { _, target in target != nil && (removed == nil || removed == target) }
    }
}
