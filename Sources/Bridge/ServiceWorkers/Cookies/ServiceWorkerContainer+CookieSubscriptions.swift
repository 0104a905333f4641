extension ServiceWorkerContainer {
    /// The most subscriptions of a registration.
    static let mostCookieSubscriptions = 1000

    /// The subscriptions of each registration that has some.
    public var cookieSubscriptions: [RegistrationID: [CookieSubscription]] {
        registrations.compactMapValues { $0.cookieSubscriptions.isEmpty ? nil : $0.cookieSubscriptions }
    }

    /// Implements [subscribe](https://cookiestore.spec.whatwg.org/#CookieStoreManager-subscribe) and
    /// [unsubscribe](https://cookiestore.spec.whatwg.org/#CookieStoreManager-unsubscribe).
    ///
    /// - Parameter isWanted: whether the subscriptions are added, or removed.
    /// - Throws: ``ServiceWorkerError`` for an address outside of the scope, and for too many subscriptions.
    public func changeCookieSubscriptions(
        _ subscriptions: [CookieSubscription], of id: RegistrationID, isWanted: Bool
    ) async throws {
        guard let registration = registrations[id] else {
            throw ServiceWorkerError(.invalidStateError, "The registration is gone.")
        }
        let scope = registration.scopeURL.absoluteString
        for subscription in subscriptions where !subscription.url.absoluteString.hasPrefix(scope) {
            throw ServiceWorkerError(.typeError, "The address \(subscription.url) is outside of the scope \(scope).")
        }
        var changed = registration.cookieSubscriptions
        for subscription in subscriptions {
            changed.removeAll { !isWanted && $0 == subscription }
            if isWanted, !changed.contains(subscription) { changed.append(subscription) }
        }
        guard changed.count <= Self.mostCookieSubscriptions else {
            throw ServiceWorkerError(
                .typeError, "A registration has at most \(Self.mostCookieSubscriptions) subscriptions to cookies.")
        }
        registration.cookieSubscriptions = changed
        await persist(registration)
    }
}
