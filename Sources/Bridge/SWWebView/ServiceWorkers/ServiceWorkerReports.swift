import Foundation

/// A line that a service worker prints.
package struct ServiceWorkerOutput: Sendable {
    /// The method of `console`, such as `warn`.
    package let level: String
    /// The name of the script, and what it prints.
    package let text: String
}

/// A service worker's change to another state, or its failed installation.
package struct ServiceWorkerChange: Sendable {
    /// The worker's id.
    package let id: String
    /// The address of its script.
    package let script: URL
    /// The state, as `ServiceWorker.state` has it.
    package let state: String
    /// The error of a worker that does not install; nil for a change of the state.
    package let failure: String?
}
