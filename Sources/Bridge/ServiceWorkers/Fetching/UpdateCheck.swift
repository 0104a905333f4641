import Foundation
import HTTPMessages

/// The fetching half of [Update](https://w3c.github.io/ServiceWorker/#update-algorithm): gets the scripts and compares them byte for byte.
struct UpdateCheck {
    /// The result of a check.
    enum Found {
        /// No byte has changed.
        case unchanged
        /// The scripts for a new worker.
        case changed(ScriptResourceMap)
    }

    let job: Job
    let registration: Registration
    let newest: ServiceWorker?
    let fetcher: any ScriptFetcher
    let now: @Sendable () -> Date

    /// The mode that the registration is to have.
    private var updateViaCache: UpdateViaCache { job.order.updateViaCache ?? registration.updateViaCache }

    nonisolated(nonsending) func run() async throws(ServiceWorkerError) -> Found {
        guard let url = job.order.scriptURL else { throw ServiceWorkerError(.typeError, "There is no script.") }
        let response = try await mainScript(url)
        if !response.isFromCache { registration.lastUpdateCheckTime = now() }
        var scripts = ScriptResourceMap()
        scripts[url] = response.resource
        guard let newest, newest.scriptURL == url, newest.type == job.order.workerType,
            newest.scriptResourceMap[url]?.body == response.body
        else { return .changed(scripts) }
        let importsChanged = await compareImports(of: newest, into: &scripts)
        return importsChanged ? .changed(scripts) : .unchanged
    }

    private nonisolated(nonsending) func mainScript(_ url: URL) async throws(ServiceWorkerError) -> ScriptResponse {
        let isNoCache =
            updateViaCache != .all || job.forceBypassCache
            || (newest != nil && registration.isStale(at: now()))
        let response: ScriptResponse
        do {
            response = try await fetcher.fetch(
                ScriptRequest(
                    url: url, headers: ["Service-Worker": "script"], destination: .serviceworker,
                    isNoCache: isNoCache, redirect: .error, type: job.order.workerType ?? .classic,
                    referrer: job.referrer))
        } catch {
            throw ServiceWorkerError(.typeError, "The script \(url.absoluteString) could not be fetched: \(error)")
        }
        if (300...399).contains(response.status) {
            throw ServiceWorkerError(
                job.order.kind == .update ? .typeError : .securityError,
                "The script \(url.absoluteString) is behind a redirect.")
        }
        guard response.isOK else {
            throw ServiceWorkerError(
                .typeError, "The script \(url.absoluteString) came with status \(response.status).")
        }
        guard response.hasJavaScriptType else {
            let type = response.headers["Content-Type"] ?? "no type"
            throw ServiceWorkerError(.securityError, "The script \(url.absoluteString) is no JavaScript: \(type)")
        }
        let allowed = response.headers["Service-Worker-Allowed"]
        guard ScopeRule.allows(scope: registration.scopeURL, script: url, allowed: allowed) else {
            throw ServiceWorkerError(
                .securityError,
                "The scope \(registration.scopeURL.absoluteString) is not under the script's folder, nor under the "
                    + "path in Service-Worker-Allowed.")
        }
        return response
    }

    /// Fetches every imported script, also when one has changed already, so that the new worker has them.
    ///
    /// The scripts of the map decide, not the specification's flag: a worker whose imports an update has fetched never sets the flag.
    /// The modules a module worker imports are compared as well, as browsers do; the specification leaves that open.
    private nonisolated(nonsending) func compareImports(
        of newest: ServiceWorker, into scripts: inout ScriptResourceMap
    ) async -> Bool {
        var hasChanged = false
        for url in newest.scriptResourceMap.urls where url != newest.scriptURL {
            let isNoCache =
                updateViaCache == .none || job.forceBypassCache || registration.isStale(at: now())
            let request = ScriptRequest(
                url: url, headers: HeaderList(), destination: .script, isNoCache: isNoCache, redirect: .follow,
                type: newest.type, referrer: newest.scriptURL)
            let response = try? await fetcher.fetch(request)
            if let response, !response.isFromCache { registration.lastUpdateCheckTime = now() }
            guard let response, !response.isBadImport else {
                scripts.missing.insert(url)
                continue
            }
            scripts[url] = response.resource
            if newest.scriptResourceMap[url]?.body != response.body { hasChanged = true }
        }
        return hasChanged
    }
}
