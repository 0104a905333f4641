public import Foundation
import HTTPMessages

extension ServiceWorkerContainer {
    /// Implements the fetch hook of [importScripts](https://w3c.github.io/ServiceWorker/#importscripts), and of a module's imports.
    ///
    /// An installed worker gets what it stored and nothing else.
    /// - Throws: ``ServiceWorkerError``; `importScripts` turns it into a `NetworkError`.
    public func importScript(_ url: URL, for id: ServiceWorkerID) async throws -> ScriptResource {
        guard let entry = workers[id] else {
            throw ServiceWorkerError(.invalidStateError, "The worker that imports \(url.absoluteString) is gone.")
        }
        let worker = entry.worker
        let url = URLRules.serialized(url)
        guard worker.state == .parsed || worker.state == .installing else {
            if let stored = worker.scriptResourceMap[url] { return stored }
            throw ServiceWorkerError(
                .typeError, "\(url.absoluteString) was not imported while the worker was installed.")
        }
        if let stored = worker.scriptResourceMap[url] {
            worker.setOfUsedScripts.insert(url)
            return stored
        }
        guard !worker.scriptResourceMap.missing.contains(url) else {
            throw ServiceWorkerError(.typeError, "\(url.absoluteString) was not there when the worker was updated.")
        }
        let registration = entry.registration
        let isNoCache =
            (entry.updateViaCache ?? registration.updateViaCache) == .none || worker.forceBypassCacheForImportScripts
            || registration.isStale(at: environment.now())
        let response: ScriptResponse
        do {
            response = try await fetcher.fetch(
                ScriptRequest(
                    url: url, headers: HeaderList(), destination: .script, isNoCache: isNoCache, redirect: .follow,
                    type: worker.type, referrer: worker.scriptURL))
        } catch {
            throw ServiceWorkerError(.typeError, "\(url.absoluteString) could not be fetched: \(error)")
        }
        if !response.isFromCache { registration.lastUpdateCheckTime = environment.now() }
        guard !response.isBadImport else {
            throw ServiceWorkerError(
                .typeError, "\(url.absoluteString) is no script: status \(response.status).")
        }
        worker.scriptResourceMap[url] = response.resource
        worker.setOfUsedScripts.insert(url)
        return response.resource
    }
}
