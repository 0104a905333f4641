import Foundation
import ServiceWorkers

/// A value that is written as null where there is none; a synthesized member would be left out.
struct OrNull<Value: Encodable>: Encodable {
    var value: Value?

    init(_ value: Value?) { self.value = value }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(value)
    }
}

/// A worker as realms see it.
struct WorkerWire: Encodable {
    var id: String
    var scriptURL: String
    var type: String
    var state: String

    init(_ worker: ServiceWorkerSnapshot) {
        id = worker.id.rawValue
        scriptURL = worker.scriptURL.absoluteString
        type = worker.type.rawValue
        state = worker.state.rawValue
    }
}

/// A registration as realms see it.
struct RegistrationWire: Encodable {
    var id: String
    var scope: String
    var updateViaCache: String
    var installing: OrNull<WorkerWire>
    var waiting: OrNull<WorkerWire>
    var active: OrNull<WorkerWire>

    init(_ registration: ServiceWorkerRegistrationSnapshot) {
        id = registration.id.rawValue
        scope = registration.scopeURL.absoluteString
        updateViaCache = registration.updateViaCache.rawValue
        installing = OrNull(registration.installing.map { WorkerWire($0) })
        waiting = OrNull(registration.waiting.map { WorkerWire($0) })
        active = OrNull(registration.active.map { WorkerWire($0) })
    }
}

/// A client as workers see it.
struct ClientWire: Encodable {
    var id: String
    var url: String
    var type: String
    var frameType: String
    var visibilityState: String
    var focused: Bool

    init(_ client: Client) {
        id = client.id.rawValue
        url = client.url.absoluteString
        type = client.type.rawValue
        frameType = client.frameType.rawValue
        visibilityState = client.visibilityState
        focused = client.isFocused
    }
}

/// The event `serviceworkerregistration`.
struct RegistrationNotice: Encodable {
    var type: String
    var registration: RegistrationWire

    init(type: String, _ registration: ServiceWorkerRegistrationSnapshot) {
        self.type = type
        self.registration = RegistrationWire(registration)
    }
}

/// The event `serviceworkerregistration` for one that is gone.
struct ClearedNotice: Encodable {
    var type = "cleared"
    var id: String
}

/// The event `serviceworker`.
struct StateNotice: Encodable {
    var type = "statechange"
    var worker: WorkerWire
    var registration: String

    init(_ worker: ServiceWorkerSnapshot, _ registration: RegistrationID) {
        self.worker = WorkerWire(worker)
        self.registration = registration.rawValue
    }
}

/// The event `workerinstallerror`.
struct InstallErrorNotice: Encodable {
    var worker: WorkerWire
    var registration: String
    var message: String

    init(_ worker: ServiceWorkerSnapshot, _ registration: RegistrationID, _ message: String) {
        self.worker = WorkerWire(worker)
        self.registration = registration.rawValue
        self.message = message
    }
}

/// The event `serviceworkercontainer` for another controller.
struct ControllerNotice: Encodable {
    var type = "controllerchange"
    var controller: OrNull<WorkerWire>

    init(_ controller: ServiceWorkerSnapshot?) { self.controller = OrNull(controller.map { WorkerWire($0) }) }
}
