public import Simulator
public import WebViewTesting

/// The surroundings of an ``AgentServer``: the command that it is a part of. Main actor only.
public struct AgentEnvironment {
    /// The version of the program.
    public var version: String
    /// The path of the program, which runs tests in a process of its own.
    public var executable: String
    /// The options that every page and every run of tests begins with, as on a command line.
    public var defaults: [String]
    /// The closure that reads options as the command line has them, and finds the page. Its errors are sentences.
    public var page: @MainActor (_ page: String, _ options: [String]) async throws -> (PageReference, SimulatorOptions)

    /// Describes a command.
    public init(
        version: String, executable: String, defaults: [String],
        page:
            @escaping @MainActor (_ page: String, _ options: [String]) async throws -> (
                PageReference, SimulatorOptions
            )
    ) {
        (self.version, self.executable, self.defaults, self.page) = (version, executable, defaults, page)
    }
}
