import Foundation
import HTTPMessages
import ServiceWorkers
import WebKit

extension WorkerStore {
    /// Follows the cookies from now on, if a registration subscribes to their changes.
    func observeCookies() {
        guard cookieChanges == nil, let container, let mirror = cookies.mirror,
            container.assumeIsolated({ !$0.cookieSubscriptions.isEmpty })
        else { return }
        cookieChanges = mirror.changes.add { [weak self] changes in self?.announce(changes) }
    }

    private struct ChangeWire: Encodable {
        struct Item: Encodable {
            var name: String
            var value: String?
        }

        var changed: [Item] = []
        var deleted: [Item] = []
    }

    /// Implements [process cookie changes](https://cookiestore.spec.whatwg.org/#process-cookie-changes) for service workers.
    private func announce(_ changes: [CookieStore.Change]) {
        guard let container else { return }
        for (id, subscriptions) in container.assumeIsolated({ $0.cookieSubscriptions }) {
            var told = ChangeWire()
            for change in changes {
                switch change {
                case .set(let cookie) where isObserved(cookie, by: subscriptions):
                    told.changed.append(.init(name: cookie.name, value: cookie.value))
                case .removed(let cookie) where isObserved(cookie, by: subscriptions):
                    told.deleted.append(.init(name: cookie.name))
                default: break
                }
            }
            guard !told.changed.isEmpty || !told.deleted.isEmpty else { continue }
            let data = JSONText.data(told)
            Task { await container.fireFunctionalEvent("cookiechange", data: data, at: id) }
        }
    }

    private func isObserved(_ cookie: Cookie, by subscriptions: [CookieSubscription]) -> Bool {
        subscriptions.contains { subscription in
            (subscription.name == nil || subscription.name == cookie.name)
                && CookieStore.isFound(cookie, by: cookies.access(ofScriptAt: subscription.url))
        }
    }
}
