import HTTPMessages
import Logging
import ServiceWorkers
import WebKit

/// Passes the container's events on to realms, and settles the promises that wait for them. Main actor only.
@MainActor
final class EventBroadcast {
    private let realms: RealmDirectory
    private weak var store: WKWebsiteDataStore?
    /// Promises of the pages that wait for a job, by the job.
    private var replies: [JobID: CommandReply] = [:]
    private var jobCount: UInt64 = 0
    /// Promises that wait for a client's ``ready``.
    private var readyReplies: [ClientID: [CommandReply]] = [:]
    /// The observers of the states of workers, and of the errors of those that do not install.
    let states = ObserverList<ServiceWorkerChange>()
    private let log = Logger(label: "swwebview.serviceworker")

    init(realms: RealmDirectory, store: WKWebsiteDataStore) {
        self.realms = realms
        self.store = store
    }

    // MARK: Jobs

    /// Has a promise settled when the job is, in the order of the container's events.
    func keep(_ reply: CommandReply) -> JobID {
        jobCount += 1
        let job = JobID(rawValue: jobCount)
        replies[job] = reply
        return job
    }

    /// Forgets a job that did not come about.
    func drop(_ job: JobID) -> CommandReply? { replies.removeValue(forKey: job) }

    /// Has a promise settled when the client has an active registration.
    func keepReady(_ reply: CommandReply, for client: ClientID) { readyReplies[client, default: []].append(reply) }

    /// Forgets the promises of a client that has gone.
    func forget(_ client: ClientID) { readyReplies[client] = nil }

    private func notify(_ worker: ServiceWorkerSnapshot, failure: String?) {
        states.notify(
            ServiceWorkerChange(
                id: worker.id.rawValue, script: worker.scriptURL, state: worker.state.rawValue, failure: failure))
    }

    // MARK: Events

    /// Tells the realms that an event concerns, and settles the promises that waited for it.
    func announce(_ event: ServiceWorkerContainerEvent) {
        switch event {
        case .registrationUpdated(let registration):
            post(
                "serviceworkerregistration", RegistrationNotice(type: "updated", registration), registration.storageKey)
        case .updateFound(let registration):
            post(
                "serviceworkerregistration", RegistrationNotice(type: "updatefound", registration),
                registration.storageKey)
        case .registrationCleared(let id):
            store?.clearMemoryCache()
            post("serviceworkerregistration", ClearedNotice(id: id.rawValue), nil)
        case .stateChanged(let worker, let registration):
            notify(worker, failure: nil)
            // WebKit reuses preloaded resources, and does not know that another worker answers from now on.
            if worker.state == .activating { store?.clearMemoryCache() }
            post("serviceworker", StateNotice(worker, registration), StorageKey(of: worker.scriptURL))
        case .workerInstallError(let worker, let registration, let message):
            notify(worker, failure: message)
            log.warning("\(worker.scriptURL.absoluteString) failed to install: \(message)")
            post(
                "workerinstallerror", InstallErrorNotice(worker, registration, message),
                StorageKey(of: worker.scriptURL))
        case .controllerChanged(let client, let controller):
            realms.realm(of: client)?.tell(
                event: "serviceworkercontainer", json: JSONText.text(ControllerNotice(controller)))
        case .ready(let client, let registration):
            for reply in readyReplies.removeValue(forKey: client) ?? [] {
                reply.resolve(JSONText.data(RegistrationWire(registration)))
            }
        case .jobSettled(let job, let result):
            guard let reply = replies.removeValue(forKey: job) else { return }
            switch result {
            case .registration(let registration): reply.resolve(JSONText.data(RegistrationWire(registration)))
            case .unregistered(let existed): reply.resolve(JSONText.data(existed))
            case .rejected(let error): reply.reject(error)
            }
        case .storageFailed(let message): log.error("service workers could not be stored: \(message)")
        }
    }

    private func post(_ event: String, _ notice: some Encodable, _ key: StorageKey?) {
        let json = JSONText.text(notice)
        for realm in realms.all where key == nil || realm.storageKey == key { realm.tell(event: event, json: json) }
    }
}
