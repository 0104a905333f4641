import Foundation
import HTTPMessages
import ServiceWorkers

/// The commands behind `SyncManager` and `PeriodicSyncManager`.
enum SyncCommands {
    static let table: CommandTable = [
        "/SyncManager/register": .deferred { try await register($0, $1, isPeriodic: false) },
        "/SyncManager/getTags": .deferred { try await tags($0, $1, isPeriodic: false) },
        "/PeriodicSyncManager/register": .deferred { try await register($0, $1, isPeriodic: true) },
        "/PeriodicSyncManager/unregister": .deferred(unregister),
        "/PeriodicSyncManager/getTags": .deferred { try await tags($0, $1, isPeriodic: true) },
    ]

    private struct Body: Decodable {
        var tag: String
        var minInterval: Double?
    }

    private static let null = Data("null".utf8)
    private static let longestTag = 4096

    /// Implements [SyncManager.register](https://wicg.github.io/background-sync/spec/#dom-syncmanager-register) and
    /// [PeriodicSyncManager.register](https://wicg.github.io/periodic-background-sync/#dom-periodicsyncmanager-register).
    @MainActor
    private static func register(
        _ json: Data, _ context: CommandContext, isPeriodic: Bool
    ) async throws -> Data {
        let body = try JSONText.decode(Body.self, from: json)
        let (_, registration) = try await ContainerCommands.known(json, context, needing: .sync)
        guard registration.active != nil else {
            throw CommandFailure(
                name: "InvalidStateError", message: "The registration has no active service worker")
        }
        guard PushCommands.state(isPeriodic ? .periodicBackgroundSync : .backgroundSync, context) == .granted else {
            throw CommandFailure(name: "NotAllowedError", message: "The user does not allow background sync")
        }
        guard body.tag.utf8.count <= longestTag else {
            throw CommandFailure(name: "QuotaExceededError", message: "A tag holds \(longestTag) bytes at most.")
        }
        let sync = SyncRegistration(
            registration: registration.id, tag: body.tag, isPeriodic: isPeriodic,
            minInterval: max(body.minInterval ?? 0, 0))
        try await context.services.webApp.register(sync, of: registration)
        return null
    }

    @MainActor
    private static func tags(_ json: Data, _ context: CommandContext, isPeriodic: Bool) async throws -> Data {
        let (_, registration) = try await ContainerCommands.known(json, context, needing: .sync)
        let syncs = try await context.services.openStorage().syncRegistrations()
        return JSONText.data(
            syncs.filter { $0.registration == registration.id && $0.isPeriodic == isPeriodic }.map(\.tag))
    }

    @MainActor
    private static func unregister(_ json: Data, _ context: CommandContext) async throws -> Data {
        let body = try JSONText.decode(Body.self, from: json)
        let (_, registration) = try await ContainerCommands.known(json, context, needing: .sync)
        try await context.services.openStorage().remove(
            SyncRegistration(registration: registration.id, tag: body.tag, isPeriodic: true))
        return null
    }
}
