import Foundation
import HTTPMessages
import ServiceWorkers
import WebKit

/// The commands behind `ServiceWorkerGlobalScope`, `InstallEvent`, `Clients` and `WindowClient`. Only workers may send them.
enum WorkerCommands {
    static let table: CommandTable = [
        "/ServiceWorkerGlobalScope/skipWaiting": .kept { _, context, reply in
            let (container, worker) = try sender(context)
            await container.skipWaiting(worker) { reply.resolve(null) }
        },
        "/InstallEvent/addRoutes": .deferred { json, context in
            let (container, worker) = try sender(context)
            let routes = try JSONText.decode(Routes.self, from: json)
            try await container.addRoutes(routes.rules, for: worker, isEventActive: routes.isActive)
            return null
        },
        "/Clients/claim": .deferred { _, context in
            let (container, worker) = try sender(context)
            try await container.claim(worker)
            return null
        },
        "/Clients/get": .deferred { json, context in
            let (container, worker) = try sender(context)
            let id = try JSONText.decode(Named.self, from: json).client
            return JSONText.data(OrNull(try await container.client(id, for: worker).map { ClientWire($0) }))
        },
        "/Clients/matchAll": .deferred { json, context in
            let (container, worker) = try sender(context)
            let query = try JSONText.decode(Query.self, from: json)
            let options = ClientQueryOptions(
                includeUncontrolled: query.includeUncontrolled ?? false,
                type: query.type == "all" ? nil : Client.Kind(rawValue: query.type ?? "window"))
            return JSONText.data(await container.matchAll(options, for: worker).map { ClientWire($0) })
        },
    ]

    private static let null = Data("null".utf8)

    struct Named: Decodable {
        var id: String
        var client: ClientID { ClientID(rawValue: id) }
    }

    private struct Routes: Decodable {
        var rules: [RouterRule]
        /// Whether the event may extend its lifetime.
        var isActive: Bool
    }

    private struct Query: Decodable {
        var includeUncontrolled: Bool?
        var type: String?
    }

    /// Returns the worker that sent a command.
    @MainActor
    static func sender(_ context: CommandContext) throws -> (ServiceWorkerContainer, ServiceWorkerID) {
        guard let worker = context.realm?.worker, let container = context.services.container else {
            throw CommandFailure(name: "NotSupportedError", message: "Only a service worker may do that.")
        }
        return (container, worker)
    }
}
