import Foundation

extension ServiceWorkerContainer {
    /// Implements [Install](https://w3c.github.io/ServiceWorker/#installation-algorithm).
    ///
    /// The worker is kept, whole, before it counts as installed; if it cannot be kept, it has failed to install.
    func install(_ job: Job, _ worker: ServiceWorker, _ registration: Registration) async {
        let newest = registration.newestWorker
        registration.updateViaCache = job.order.updateViaCache ?? registration.updateViaCache
        updateRegistrationState(registration, \.installing, worker)
        updateWorkerState(worker, .installing, registration)
        resolve(job, with: .registration(registration.snapshot))
        emit(.updateFound(registration.snapshot))

        var failure = await dispatchInstall(worker, forceBypassCache: job.forceBypassCache)
        if failure == nil {
            worker.scriptResourceMap.keep(worker.setOfUsedScripts)
            registration.aboutToWait = worker
            do {
                try await storage.save(StoredRegistration(registration))
            } catch {
                failure = "The worker could not be stored: \(error)"
            }
            registration.aboutToWait = nil
        }
        if worker.state == .redundant {
            // Clear-Site-Data has cleared the registration, which may have been stored after that.
            if isUnregistered(registration) { try? await storage.delete(registration.id) }
            return finish(job)
        }
        if let failure {
            worker.terminate()
            updateRegistrationState(registration, \.installing, nil)
            updateWorkerState(worker, .redundant, registration)
            emit(.workerInstallError(worker.snapshot, registration: registration.id, message: failure))
            if newest == nil { remove(registration) }
            await persist(registration)
            return finish(job)
        }
        let replaced = registration.waiting
        replaced?.terminate()
        updateRegistrationState(registration, \.waiting, worker)
        updateRegistrationState(registration, \.installing, nil)
        updateWorkerState(worker, .installed, registration)
        if let replaced { updateWorkerState(replaced, .redundant, registration) }
        finish(job)
        idleFromNow(worker)
        tryActivate(registration)
    }

    /// Dispatches `install` and waits for its lifetime. Returns why it failed, or `nil`.
    private func dispatchInstall(_ worker: ServiceWorker, forceBypassCache: Bool) async -> String? {
        guard !worker.shouldSkipEvent("install") else { return nil }
        do {
            guard
                let dispatched = try await startAndDispatch(
                    .install, to: worker, forceBypassCache: forceBypassCache)
            else { return "The worker could not be started." }
            switch await dispatched.lifetime.settled() {
            case .fulfilled: return nil
            case .rejected(let reason): return "A promise given to waitUntil was rejected: \(reason)"
            case .timedOut: return "The install event took too long."
            case .terminated: return "The worker was stopped."
            }
        } catch {
            return "\(error)"
        }
    }
}
