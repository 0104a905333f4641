extension ReservedPath {
    /// The paths that a frame's runtime connects to, whatever the page's policy.
    static let connected = [
        EventStreams.path, ClientCommands.path, BodyRegistry.path, DedicatedWorkerScript.commandPath,
        SocketAddress.path, ViewConnectivity.path, DocumentPolicies.isolationPath,
    ]
    /// The paths of scripts that workers load, whatever the page's policy.
    static let scripts = [DedicatedWorkerScript.runtimePath]

    /// The answers to requests of runtimes, by path. That of event streams is not here: it does not end.
    @MainActor static let answers: [String: ReservedRequest.Answer] = [
        BodyRegistry.path: { try await $0.services.bodies.respond(to: $0.request, $0.url, body: $0.body.pieces) },
        ClientCommands.path: { try await ClientCommands.answer($0.url, $0.clients, $0.services) },
        SocketAddress.path: { try SocketAddress(loading: $0.loading).respond(to: $0.url) },
        ViewConnectivity.path: { try ViewConnectivity.respond(to: $0.url, $0.loading) },
        DocumentPolicies.isolationPath: { try await ClientCommands.isolation($0.url, of: $0.mark, $0.clients) },
        DedicatedWorkerScript.runtimePath: { try $0.clients.workers.runtime($0.url) },
        DedicatedWorkerScript.commandPath: { try await $0.clients.workers.receive($0.request, $0.url, $0.body) },
    ]
}

extension InternalPaths {
    /// The paths of the bridge, below `sw://` only.
    package static let ofBridge: [InternalPath] =
        (ReservedPath.connected + ReservedPath.scripts).map { InternalPath($0, .realm) }
        + [WorkerPage.path, SharedWorkerPage.path, RequestWatch.path].map { InternalPath($0, .hiddenPage) }

    /// The paths of the bridge that frames and workers ask for.
    static let ofRealms = Set(ReservedPath.connected + ReservedPath.scripts)
}
