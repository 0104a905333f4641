import GRDB

extension ServiceWorkerStorage {
    // MARK: Push subscriptions

    /// Returns the push subscriptions of all registrations.
    public func pushSubscriptions() async throws -> [PushSubscription] {
        try await read { try WebAppRows.subscriptions($0) }
    }

    /// Returns the subscription of a registration; the first call makes it.
    ///
    /// - Throws: ``ServiceWorkerError`` for a subscription with another key of the server, and an error for a registration that is gone.
    public nonisolated(nonsending) func subscribe(_ subscription: PushSubscription) async throws -> PushSubscription {
        try await write { db in
            try WebAppRows.check(subscription.registration, db)
            if let known = try WebAppRows.subscriptions(db).first(where: {
                $0.registration == subscription.registration
            }) {
                guard known.applicationServerKey == subscription.applicationServerKey else {
                    throw ServiceWorkerError(
                        .invalidStateError, "The registration has a subscription with another applicationServerKey.")
                }
                return known
            }
            try WebAppRows.insert(subscription, db)
            return subscription
        }
    }

    /// Removes the subscription of a registration. Returns whether there was one.
    public nonisolated(nonsending) func unsubscribe(_ registration: RegistrationID) async throws -> Bool {
        try await write { try WebAppRows.deleteSubscription(of: registration, $0) }
    }

    // MARK: Notifications

    /// Returns the notifications of all registrations, in the order in which they were shown.
    public func notifications() async throws -> [PersistentNotification] {
        try await read { try WebAppRows.notifications($0) }
    }

    /// Stores a notification, in place of the one with its tag.
    public nonisolated(nonsending) func show(_ notification: PersistentNotification) async throws {
        try await write { db in
            try WebAppRows.check(notification.registration, db)
            try WebAppRows.show(notification, db)
        }
    }

    /// Removes a notification. Returns whether there was one.
    public nonisolated(nonsending) func removeNotification(_ id: String) async throws -> Bool {
        try await write { try WebAppRows.deleteNotification(id, $0) }
    }

    // MARK: Sync

    /// Returns the tags of all registrations.
    public func syncRegistrations() async throws -> [SyncRegistration] {
        try await read { try WebAppRows.syncs($0) }
    }

    /// Stores a tag, which begins anew where it is there already. Returns false where the registration has too many.
    public nonisolated(nonsending) func save(_ sync: SyncRegistration) async throws -> Bool {
        try await write { db in
            try WebAppRows.check(sync.registration, db)
            return try WebAppRows.save(sync, db)
        }
    }

    /// Removes a tag.
    public nonisolated(nonsending) func remove(_ sync: SyncRegistration) async throws {
        try await write { try WebAppRows.delete(sync, $0) }
    }
}
