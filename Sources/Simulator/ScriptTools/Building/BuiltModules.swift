/// The modules of scripts, and what they depend on.
package struct BuiltModules: Sendable {
    /// The texts of compiled scripts, by the files' paths. Each text ends in a source map.
    private let texts: [String: String]
    /// The paths and queries of modules for files that are no scripts.
    private let generated: Set<String>
    let states: FileStates
    private let configurations: FileStates

    init(texts: [String: String], generated: Set<String>, states: FileStates, configurations: FileStates) {
        self.texts = texts
        self.generated = generated
        self.states = states
        self.configurations = configurations
    }

    /// The files of configuration that the modules depend on, present or not.
    package var configurationFiles: [String] { configurations.paths }

    /// Returns the text of a script; nil for a script that is none of these.
    package func text(of path: String) -> String? { texts[path] }

    /// Returns whether a script and the files of configuration have not changed since the script was compiled.
    package func isCurrent(_ path: String) -> Bool { states.isCurrent(path) && configurations.areCurrent }

    /// Returns whether a module of these imports a file that is no script.
    package func imports(_ path: String, query: String) -> Bool { generated.contains("\(path)?\(query)") }
}
