import Foundation
import ServiceWorkers

/// The views that use the service workers of one data store. Main actor only.
@MainActor
final class ServiceWorkerViews {
    private struct WeakHost {
        weak var host: (any RealmEndpoint)?
    }

    /// The number of views.
    private(set) var count = 0
    private var hosts: [WeakHost] = []

    /// Notes that a view uses the workers from now on.
    func join(_ host: any RealmEndpoint) {
        count += 1
        hosts.removeAll { $0.host == nil }
        hosts.append(WeakHost(host: host))
    }

    /// Notes that a view has gone.
    func leave() { count -= 1 }

    /// Returns the views that show pages of an origin, the newest first.
    func showing(_ key: StorageKey) -> [any RealmEndpoint] {
        hosts.reversed().compactMap(\.host).filter { $0.shows(key) }
    }

    /// Returns the referrer of the document that an address shows in a page; nil where none was noted.
    func referrer(of url: URL, inPage page: UInt64) -> String? {
        hosts.lazy.compactMap(\.host).first { $0.webView?.pageNumber == page }?.referrer(of: url)
    }

    /// Returns the realm of a document or worker of any view after its first message; nil for an unknown one.
    func realm(arriving id: String) async -> Realm? {
        for host in hosts.reversed().compactMap(\.host) {
            if let realm = await host.realm(arriving: id) { return realm }
        }
        return nil
    }

    /// Returns whether a script message came from the page of another view that gets the same messages: of a window, or of the one
    /// that opened it.
    func isMessage(_ message: CommandMessage, ofOtherThan host: any RealmEndpoint) -> Bool {
        guard hosts.count > 1, !host.hasSent(message), let view = host.webView else { return false }
        return hosts.contains { entry in
            guard let other = entry.host, other !== host, other.hasSent(message) else { return false }
            return other.webView?.sharesUserContent(with: view) ?? false
        }
    }

    /// The views.
    var webViews: [any BridgedView] { hosts.compactMap { $0.host?.webView } }

    /// The hosts whose http(s) addresses are loaded under `sw://`.
    var bridgedHosts: [String] {
        Set(hosts.compactMap(\.host).flatMap(\.loading.addresses.bridgedHosts)).sorted()
    }
}
