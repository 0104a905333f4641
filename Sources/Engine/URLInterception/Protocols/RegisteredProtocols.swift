import Foundation
import FoundationNetworking
import Synchronization

/// The classes that are offered every request of the process.
enum RegisteredProtocols {
    private static let ours = Mutex<[ObjectIdentifier: (order: Int, type: URLProtocol.Type)]>([:])
    private static let count = Atomic(0)

    /// The classes that were given to `URLProtocol.registerClass`, as Foundation's shared session knows them: it reads them once.
    private static let foundations: [URLProtocol.Type] =
        (URLSession.shared.configuration.protocolClasses ?? []).compactMap { $0 as? URLProtocol.Type }
        .filter { !String(reflecting: $0).hasPrefix("FoundationNetworking.") }.reversed()

    static var isEmpty: Bool { ours.withLock { $0.isEmpty } && foundations.isEmpty }

    /// Puts a class first.
    static func add(_ type: URLProtocol.Type) {
        let order = count.add(1, ordering: .relaxed).newValue
        ours.withLock { $0[ObjectIdentifier(type)] = (order, type) }
    }

    static func remove(_ type: URLProtocol.Type) { ours.withLock { $0[ObjectIdentifier(type)] = nil } }

    /// Returns the class that takes a request: of those on the configuration the first, then of those registered the last.
    static func first(for request: URLRequest, of configured: [AnyClass]) -> URLProtocol.Type? {
        let registered = ours.withLock { $0.values.sorted { $0.order > $1.order }.map(\.type) }
        let candidates = configured.compactMap { $0 as? URLProtocol.Type } + registered + foundations
        return candidates.first { $0.canInit(with: request) }
    }
}
