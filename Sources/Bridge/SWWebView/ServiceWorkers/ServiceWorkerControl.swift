import Foundation
import ServiceWorkers

/// A service worker of a registration, as it is at a moment.
package struct ServiceWorkerFacts: Sendable {
    /// The scope of its registration.
    package let scope: URL
    /// The address of its script.
    package let script: URL
    /// The state, as `ServiceWorker.state` has it.
    package let state: String
    /// Whether it runs. One that does not run starts with its next event.
    package let isRunning: Bool
}

extension SWWebView {
    /// Returns the service workers of the origin that an address belongs to. WebKit's own workers of http(s) pages are not among them.
    package func serviceWorkers(of url: URL) -> [ServiceWorkerFacts] {
        workers(of: url).map { scope, worker in
            ServiceWorkerFacts(
                scope: scope, script: worker.scriptURL, state: worker.state.rawValue,
                isRunning: services.workerHost?.isRunning(worker.id) ?? false)
        }
    }

    /// Stops the running service workers of the origin that an address belongs to, as a phone does to save memory, and returns their number
    /// when they have ended. Their next event starts them again.
    package func stopServiceWorkers(of url: URL) async -> Int {
        guard let container = services.container, let host = services.workerHost else { return 0 }
        let running = workers(of: url).map(\.worker.id).filter { host.isRunning($0) }
        for id in running {
            await container.terminate(id)
            await host.terminate(id)
        }
        return running.count
    }

    private func workers(of url: URL) -> [(scope: URL, worker: ServiceWorkerSnapshot)] {
        var addresses = loading.addresses
        let url = addresses.internalURL(for: url, remembering: false)
        guard let key = StorageKey(of: url), let container = services.container else { return [] }
        return container.assumeIsolated { $0.registrations(storageKey: key) }.flatMap { registration in
            [registration.installing, registration.waiting, registration.active].compactMap { worker in
                worker.map { (registration.scopeURL, $0) }
            }
        }
    }
}
