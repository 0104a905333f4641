import Foundation

extension ServiceWorkerContainer {
    /// Implements [Update](https://w3c.github.io/ServiceWorker/#update-algorithm).
    func update(_ job: Job) async {
        guard let registration = map[job.order.storageKey, job.order.scopeURL], let script = job.order.scriptURL else {
            reject(job, .typeError, "There is no registration to update.")
            return finish(job)
        }
        let newest = registration.newestWorker
        if job.order.kind == .update, let newest, newest.scriptURL != script {
            reject(job, .typeError, "The registration has another script now: \(newest.scriptURL.absoluteString)")
            return finish(job)
        }
        let check: UpdateCheck.Found
        do {
            check = try await UpdateCheck(
                job: job, registration: registration, newest: newest, fetcher: fetcher, now: environment.now
            ).run()
        } catch {
            resolve(job, with: .rejected(error))
            if newest == nil { remove(registration) }
            return finish(job)
        }
        // Clear-Site-Data may have cleared the registration meanwhile.
        guard !isUnregistered(registration) else {
            reject(job, .abortError, "The registration was cleared.")
            return finish(job)
        }
        guard case .changed(let scripts) = check else {
            registration.updateViaCache = job.order.updateViaCache ?? registration.updateViaCache
            emit(.registrationUpdated(registration.snapshot))
            await persist(registration)
            resolve(job, with: .registration(registration.snapshot))
            return finish(job)
        }
        let worker = ServiceWorker(
            id: ServiceWorkerID(rawValue: environment.makeID()), scriptURL: script,
            type: job.order.workerType ?? .classic, scriptResourceMap: scripts, host: host,
            timers: environment.timers)
        worker.setOfUsedScripts.insert(script)
        adopt(worker, registration, job.order.updateViaCache)
        switch await worker.run(forceBypassCache: job.forceBypassCache) {
        case .normal: await install(job, worker, registration)
        case .threw(let message): failToRun(job, worker, registration, after: newest, message)
        case nil: failToRun(job, worker, registration, after: newest, "it could not be evaluated")
        }
    }

    private func failToRun(
        _ job: Job, _ worker: ServiceWorker, _ registration: Registration, after newest: ServiceWorker?,
        _ message: String
    ) {
        worker.terminate()
        forget(worker)
        reject(job, .typeError, "The script \(worker.scriptURL.absoluteString) failed: \(message)")
        if newest == nil { remove(registration) }
        finish(job)
    }

    /// Takes a registration that never had a worker out of the map.
    func remove(_ registration: Registration) {
        if !isUnregistered(registration) { map[registration.storageKey, registration.scopeURL] = nil }
        registrations[registration.id] = nil
    }
}
