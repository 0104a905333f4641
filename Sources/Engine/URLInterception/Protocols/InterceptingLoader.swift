import Foundation
public import FoundationNetworking

/// Offers every request to `URLProtocol` classes before another loader answers it.
///
/// First the classes given here are asked, in their order, then those given to ``registerClass(_:)``, the last one first, then
/// those given to `URLProtocol.registerClass`. The first whose `canInit(with:)` returns true gets what its
/// `canonicalRequest(for:)` makes of the request. Its methods are called on one queue of the process, one at a time; it may
/// call its client on any thread. A request's body is in `httpBody`.
///
/// Different from iOS, where Foundation on Linux is: what is given to `URLProtocol.registerClass` counts when it was there at the
/// process's first request, in that order, the last first; authentication challenges go on without a credential.
/// `URLProtocol.property(forKey:in:)` finds nothing: `setProperty` puts a property into an `NSMutableURLRequest`, and Foundation drops
/// it when that becomes the `URLRequest` that every other call takes, with no place in one to keep it. What a class loads with a
/// session of its own does not come back here, so it need not mark that; to know its own requests elsewhere, give them a header.
public struct InterceptingLoader: ResourceLoader {
    private static let queue = DispatchQueue(label: "URLInterception")

    private let base: any ResourceLoader
    private let protocolClasses: [AnyClass]
    private let redirects: RedirectPolicy

    /// Makes a loader.
    ///
    /// - Parameters:
    ///   - base: what answers the requests that no class takes.
    ///   - protocolClasses: subclasses of `URLProtocol`; anything else is ignored.
    ///   - redirects: what happens to redirects, a class's and those that the base delivers.
    public init(
        base: any ResourceLoader, protocolClasses: [AnyClass] = [], redirects: RedirectPolicy = .follow
    ) {
        self.base = base
        self.protocolClasses = protocolClasses
        self.redirects = redirects
    }

    /// Has a class asked for every request of the process, before those registered earlier. Any thread.
    ///
    /// - Returns: whether it is a subclass of `URLProtocol`.
    @discardableResult
    public static func registerClass(_ protocolClass: AnyClass) -> Bool {
        guard let type = protocolClass as? URLProtocol.Type else { return false }
        RegisteredProtocols.add(type)
        return true
    }

    /// Takes a class back. Any thread.
    public static func unregisterClass(_ protocolClass: AnyClass) {
        if let type = protocolClass as? URLProtocol.Type { RegisteredProtocols.remove(type) }
    }

    /// Loads from a class or the base. See ``ResourceLoader``.
    ///
    /// - Throws: the error that the class gave its client, or what the base throws.
    public func load(_ request: URLRequest) async throws -> LoadedResource {
        try await RedirectFollower(hop: hop).load(request, policy: redirects)
    }

    private func hop(_ request: URLRequest) async throws -> LoadedResource {
        guard !protocolClasses.isEmpty || !RegisteredProtocols.isEmpty else { return try await base.load(request) }
        let load = await withCheckedContinuation { continuation in
            Self.queue.async {
                continuation.resume(returning: InterceptedLoad(request, protocolClasses, on: Self.queue))
            }
        }
        guard let load else { return try await base.load(request) }
        return try await load.resource()
    }
}
