/// The observers of one kind of event, called in the order in which they were added. Main actor only.
///
/// ```swift
/// subscription = view.bridgeMessages.add { print($0.text) }
/// ```
@MainActor
package final class ObserverList<Value> {
    private var observers: [(subscription: WeakSubscription, observe: @MainActor (Value) -> Void)] = []

    private struct WeakSubscription {
        weak var subscription: Subscription?
    }

    package init() {}

    /// Whether nobody observes, so that the value need not be made.
    package var isEmpty: Bool { observers.isEmpty }

    /// Adds an observer.
    ///
    /// - Returns: The subscription. The observer is called until its end.
    package func add(_ observe: @escaping @MainActor (Value) -> Void) -> Subscription {
        let subscription = Subscription { [weak self] in self?.removeEnded() }
        observers.append((WeakSubscription(subscription: subscription), observe))
        return subscription
    }

    /// Calls the observers. One that ends during the calls is not called any more; one that is added then is called from the next event on.
    package func notify(_ value: Value) {
        for (observer, observe) in observers where observer.subscription?.isEnded == false { observe(value) }
    }

    private func removeEnded() { observers.removeAll { $0.subscription.subscription?.isEnded ?? true } }
}

/// A subscription of an ``ObserverList``, which ends with this object at the latest.
@MainActor
package final class Subscription {
    private(set) var isEnded = false
    private let ended: @MainActor () -> Void

    init(ended: @escaping @MainActor () -> Void) { self.ended = ended }

    isolated deinit { end() }

    /// Ends the subscription.
    package func end() {
        guard !isEnded else { return }
        isEnded = true
        ended()
    }
}
