public import Foundation

extension ServiceWorkerContainer {
    /// Implements [Start Register](https://w3c.github.io/ServiceWorker/#start-register-algorithm): what a page's `register()`
    /// asks for.
    ///
    /// - Parameters:
    ///   - scriptURL: `nil` when it could not be parsed.
    ///   - scope: `nil` for the script's folder.
    ///   - client: the page; it was added before.
    ///   - job: tells the end of this job from others in ``events()``.
    /// - Throws: ``ServiceWorkerError``.
    @discardableResult
    public func register(
        _ scriptURL: URL?, scope: URL? = nil, type: WorkerType = .classic,
        updateViaCache: UpdateViaCache = .imports, client: ClientID, job: JobID? = nil
    ) async throws -> ServiceWorkerRegistrationSnapshot {
        let script = try checked(scriptURL, "script")
        let scope = try checked(scope ?? URLRules.folder(of: script), "scope")
        guard let page = clients[client], let storageKey = page.storageKey else {
            throw ServiceWorkerError(.invalidStateError, "The page that registers a service worker is gone.")
        }
        let order = Job.Order(
            kind: .register, storageKey: storageKey, scopeURL: scope, scriptURL: script, workerType: type,
            updateViaCache: updateViaCache)
        let result = await perform {
            Job(order, id: job, client: client, referrer: page.url, promise: $0)
        }
        return try registration(from: result)
    }

    /// Implements [Register](https://w3c.github.io/ServiceWorker/#register-algorithm).
    func register(_ job: Job) async {
        guard let script = job.order.scriptURL, let referrer = job.referrer,
            URLRules.isPotentiallyTrustworthy(script)
        else {
            reject(job, .securityError, "A service worker needs a secure origin: sw, https, or http on localhost.")
            return finish(job)
        }
        guard URLRules.sameOrigin(script, referrer) else {
            reject(job, .securityError, "The script \(script.absoluteString) is of another origin than the page.")
            return finish(job)
        }
        guard URLRules.sameOrigin(job.order.scopeURL, referrer) else {
            reject(job, .securityError, "The scope \(job.order.scopeURL.absoluteString) is of another origin.")
            return finish(job)
        }
        if let registration = map[job.order.storageKey, job.order.scopeURL] {
            if let newest = registration.newestWorker, newest.scriptURL == script,
                newest.type == job.order.workerType, registration.updateViaCache == job.order.updateViaCache
            {
                resolve(job, with: .registration(registration.snapshot))
                return finish(job)
            }
        } else {
            setRegistration(job)
        }
        await update(job)
    }

    /// Implements [Set Registration](https://w3c.github.io/ServiceWorker/#set-registration-algorithm).
    private func setRegistration(_ job: Job) {
        let registration = Registration(
            id: RegistrationID(rawValue: environment.makeID()), storageKey: job.order.storageKey,
            scopeURL: job.order.scopeURL, updateViaCache: job.order.updateViaCache ?? .imports)
        map[registration.storageKey, registration.scopeURL] = registration
        registrations[registration.id] = registration
    }

    func registration(from result: JobResult) throws -> ServiceWorkerRegistrationSnapshot {
        switch result {
        case .registration(let snapshot): return snapshot
        case .rejected(let error): throw error
        case .unregistered: throw ServiceWorkerError(.invalidStateError, "The registration is gone.")
        }
    }

    private func checked(_ url: URL?, _ what: String) throws -> URL {
        guard let url, let scheme = url.scheme?.lowercased() else {
            throw ServiceWorkerError(.typeError, "The \(what) is no address.")
        }
        guard URLRules.schemes.contains(scheme) else {
            throw ServiceWorkerError(.typeError, "The \(what) \(url.absoluteString) must be sw, http or https.")
        }
        guard !URLRules.hasForbiddenEscape(url) else {
            throw ServiceWorkerError(
                .typeError, "The \(what) \(url.absoluteString) has an escaped slash (%2f) or backslash (%5c).")
        }
        return URLRules.serialized(url)
    }
}
