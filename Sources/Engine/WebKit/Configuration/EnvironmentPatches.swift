/// Changes to the realms of pages and workers on a bridge: scripts in workers, and bodies that get lost.
package struct EnvironmentPatches: Sendable, Equatable {
    /// Scripts that run in dedicated, shared and service workers before the worker's own script: statements, in whose scope
    /// `tellHost(text)` sends text to the host. User scripts do the same in documents.
    package var workerScripts: [String] = []
    /// Whether request bodies with Blobs and files arrive empty.
    package var losesFiles = false

    package init() {}

    /// The scripts as the function `runRealmScripts`.
    ///
    /// Without scripts the function takes one line, so that lines of the runtime keep their numbers.
    package var workerFunction: String {
        if workerScripts.isEmpty { return "const runRealmScripts = () => {};" }
        return "const runRealmScripts = (tellHost) => {\n\(workerScripts.joined(separator: "\n"))\n};"
    }
}
