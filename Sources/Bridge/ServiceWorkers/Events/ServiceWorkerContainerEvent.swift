/// The changes of registrations, workers and clients, in the specification's order.
public enum ServiceWorkerContainerEvent: Sendable, Hashable {
    /// The workers of a registration have changed:
    /// [Update Registration State](https://w3c.github.io/ServiceWorker/#update-registration-state-algorithm).
    case registrationUpdated(ServiceWorkerRegistrationSnapshot)
    /// Fire `updatefound` at the registration's objects.
    case updateFound(ServiceWorkerRegistrationSnapshot)
    /// Fire `statechange` at the worker's objects: [Update Worker State](https://w3c.github.io/ServiceWorker/#update-state-algorithm).
    case stateChanged(ServiceWorkerSnapshot, registration: RegistrationID)
    /// Fire `controllerchange` in a client: [Notify Controller Change](https://w3c.github.io/ServiceWorker/#notify-controller-change-algorithm).
    case controllerChanged(ClientID, controller: ServiceWorkerSnapshot?)
    /// A client's `ready` promise can be resolved.
    case ready(ClientID, ServiceWorkerRegistrationSnapshot)
    /// A job's promise settles in its client. Comes between the other events where the specification has it.
    case jobSettled(JobID, JobResult)
    /// A worker failed to install; the one before it stays.
    case workerInstallError(ServiceWorkerSnapshot, registration: RegistrationID, message: String)
    /// A registration is gone for good, with all of its workers.
    case registrationCleared(RegistrationID)
    /// Something could not be kept; the registrations in memory are right.
    case storageFailed(String)
}
