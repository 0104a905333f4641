import Foundation
import HTTPMessages
import ServiceWorkers
import WebKit

/// The commands behind `ServiceWorkerContainer` and `ServiceWorkerRegistration`.
enum ContainerCommands {
    static let table: CommandTable = [
        "/ServiceWorkerContainer/register": .kept(register),
        "/ServiceWorkerContainer/getregistration": .deferred(getRegistration),
        "/ServiceWorkerContainer/getregistrations": .deferred(getRegistrations),
        "/ServiceWorkerContainer/ready": .kept(ready),
        "/ServiceWorkerRegistration/update": .kept(update),
        "/ServiceWorkerRegistration/unregister": .kept(unregister),
        "/NavigationPreloadManager/getState": .deferred(getNavigationPreload),
        "/NavigationPreloadManager/setState": .deferred(setNavigationPreload),
    ]

    private struct Hello: Encodable {
        var clientID: String
        var controller: OrNull<WorkerWire>
    }

    /// Returns the facts that a frame gets about itself first: its client id and its controller.
    @MainActor
    static func hello(_ client: ClientID, _ services: WorkerStore) -> Data {
        let controller = services.container?.assumeIsolated { $0.controller(of: client) }
        return JSONText.data(
            Hello(clientID: client.rawValue, controller: OrNull(controller.flatMap { $0 }.map { WorkerWire($0) })))
    }

    private static let gone = CommandFailure(name: "InvalidStateError", message: "The page is gone.")

    /// Answers null where a policy of the document does not allow the script: the page reports the violation.
    @MainActor
    private static func register(_ json: Data, _ context: CommandContext, _ reply: CommandReply) async throws {
        struct Body: Decodable {
            var scriptURL: String
            var scope: String?
            var type: WorkerType?
            var updateViaCache: UpdateViaCache?
            /// The policies of the document's `<meta>` elements.
            var policies: [String]?
        }
        let body = try JSONText.decode(Body.self, from: json)
        guard let realm = context.realm, let client = realm.client else { throw gone }
        let policy = WorkerSourcePolicy(values: realm.securityPolicies + (body.policies ?? []))
        guard internalURL(body.scriptURL, context).map(policy.allows) ?? true else {
            return reply.resolve(JSONText.data(OrNull<RegistrationWire>(nil)))
        }
        if let key = context.realm?.storageKey { context.services.note(context.loading, for: key) }
        let container = try await context.services.openContainer()
        let job = context.services.announcements.keep(reply)
        do {
            try await container.register(
                internalURL(body.scriptURL, context), scope: body.scope.flatMap { internalURL($0, context) },
                type: body.type ?? .classic, updateViaCache: body.updateViaCache ?? .imports, client: client, job: job)
        } catch {
            context.services.announcements.drop(job)?.reject(error)
        }
    }

    @MainActor
    private static func internalURL(_ text: String, _ context: CommandContext) -> URL? {
        URL(address: text).map { context.loading.addresses.internalURL(for: $0, remembering: false) }
    }

    @MainActor
    private static func getRegistration(_ json: Data, _ context: CommandContext) async throws -> Data {
        struct Body: Decodable { var url: String }
        let body = try JSONText.decode(Body.self, from: json)
        guard let url = internalURL(body.url, context) else {
            throw CommandFailure(name: "TypeError", message: "“\(body.url)” is no address")
        }
        guard let container = try await context.container(), let key = context.realm?.storageKey else {
            return JSONText.data(OrNull<RegistrationWire>(nil))
        }
        let found = try await container.registration(matching: url, storageKey: key)
        return JSONText.data(OrNull(found.map { RegistrationWire($0) }))
    }

    @MainActor
    private static func getRegistrations(_ json: Data, _ context: CommandContext) async throws -> Data {
        guard let container = try await context.container(), let key = context.realm?.storageKey else {
            return JSONText.data([RegistrationWire]())
        }
        return JSONText.data(await container.registrations(storageKey: key).map { RegistrationWire($0) })
    }

    @MainActor
    private static func ready(_ json: Data, _ context: CommandContext, _ reply: CommandReply) async throws {
        guard let client = context.realm?.client else { throw gone }
        if let registration = try await context.container()?.readyRegistration(for: client) {
            reply.resolve(JSONText.data(RegistrationWire(registration)))
        } else {
            context.services.announcements.keepReady(reply, for: client)
        }
    }

    private struct Named: Decodable {
        var id: String
        var registration: RegistrationID { RegistrationID(rawValue: id) }
    }

    @MainActor
    private static func update(_ json: Data, _ context: CommandContext, _ reply: CommandReply) async throws {
        let (container, registration) = try await known(json, context)
        let job = context.services.announcements.keep(reply)
        do {
            _ = try await container.update(
                registration.id, client: context.realm?.client, worker: context.realm?.worker, job: job)
        } catch {
            context.services.announcements.drop(job)?.reject(error)
        }
    }

    @MainActor
    private static func unregister(_ json: Data, _ context: CommandContext, _ reply: CommandReply) async throws {
        struct Body: Decodable { var scope: String }
        let body = try JSONText.decode(Body.self, from: json)
        guard let key = context.realm?.storageKey, let scope = internalURL(body.scope, context),
            StorageKey(of: scope) == key
        else { throw CommandFailure(name: "SecurityError", message: "“\(body.scope)” is no scope of the sender's.") }
        guard let container = try await context.container() else { return reply.resolve(JSONText.data(false)) }
        let job = context.services.announcements.keep(reply)
        do {
            _ = try await container.unregister(
                scope: scope, storageKey: key, client: context.realm?.client, job: job)
        } catch {
            context.services.announcements.drop(job)?.reject(error)
        }
    }

    /// Returns the registration that a command names. It must be of the sender's own origin.
    @MainActor
    static func known(
        _ json: Data, _ context: CommandContext, needing feature: WebApp.Features = []
    ) async throws -> (ServiceWorkerContainer, ServiceWorkerRegistrationSnapshot) {
        try context.require(feature)
        let named = try JSONText.decode(Named.self, from: json)
        guard let container = try await context.container(),
            let registration = await container.registration(named.registration),
            registration.storageKey == context.realm?.storageKey
        else { throw CommandFailure(name: "InvalidStateError", message: "The registration is gone.") }
        return (container, registration)
    }

    private struct Preload: Codable {
        var enabled: Bool?
        var headerValue: String?
    }

    @MainActor
    private static func getNavigationPreload(_ json: Data, _ context: CommandContext) async throws -> Data {
        let (container, registration) = try await known(json, context)
        let state = await container.navigationPreloadState(registration.id)
        return JSONText.data(Preload(enabled: state.enabled, headerValue: state.headerValue))
    }

    @MainActor
    private static func setNavigationPreload(_ json: Data, _ context: CommandContext) async throws -> Data {
        let (container, registration) = try await known(json, context)
        let change = try JSONText.decode(Preload.self, from: json)
        try await container.setNavigationPreload(
            registration.id, enabled: change.enabled, headerValue: change.headerValue)
        return Data("null".utf8)
    }
}

extension CommandContext {
    /// Returns the container, or nil where nothing was ever registered.
    @MainActor
    func container() async throws -> ServiceWorkerContainer? {
        services.mayHaveRegistrations ? try await services.openContainer() : nil
    }
}
