import AgentServer
import ArgumentParser
import Foundation
import ProcessFiles
import Simulator
import URLInterception
import WebKit
import WebViewTesting

/// `swwebview mcp`: a server of the Model Context Protocol on standard input and output.
struct MCPCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "mcp",
        abstract: "Let agents drive pages, over the Model Context Protocol on standard input and output.",
        discussion: """
            swwebview mcp
            swwebview mcp --app capacitor --device 'iPhone 17'

            An agent's settings name this command as a server. The options are those that every page begins with; the agent's tool open \
            adds others. The server ends with its standard input.
            """)

    @OptionGroup(title: "View options") var view: ViewOptions

    @MainActor
    mutating func run() async throws {
        signal(SIGPIPE, SIG_IGN)
        // The protocol has the standard output for itself. What anything else prints there goes to the standard error.
        let output = fcntl(STDOUT_FILENO, F_DUPFD_CLOEXEC, 3)
        guard output >= 0, dup2(STDERR_FILENO, STDOUT_FILENO) >= 0 else {
            throw UsageError("The standard output and the standard error must be open.")
        }
        // A display of the user's would show what an agent does not need to.
        unsetenv("DISPLAY")
        let environment = AgentEnvironment(
            version: Version.number,
            executable: try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe"),
            defaults: Array(CommandLine.arguments.dropFirst(2)), page: { try await Self.page($0, $1) })
        let server = AgentServer(environment) { Self.write($0, to: output) }
        for await line in MessageLines.read(from: STDIN_FILENO) { server.receive(line) }
    }

    /// Reads the options of a page as the command line has them.
    @MainActor
    private static func page(_ page: String, _ options: [String]) async throws -> (PageReference, SimulatorOptions) {
        let view: ViewOptions
        // A configuration file is read again with each page.
        let expanded = try ConfigurationFile.expand([configuration.commandName ?? ""] + options).dropFirst()
        do { view = try ViewOptions.parse(Connectivity.spelledOut(Array(expanded))) } catch {
            throw UsageError(ViewOptions.message(for: error))
        }
        let simulated = try await view.pageOptions()
        let reference = try PageArgument.reference(page, map: simulated.origins, host: simulated.app)
        try WebKitEnvironment.prepare()
        return (reference, simulated)
    }

    @MainActor
    private static func write(_ line: Data, to descriptor: Int32) {
        var rest = line[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
            if count < 0, errno == EINTR { continue }
            // The client has gone.
            guard count > 0 else { WebKitEnvironment.exit(ExitStatus.success.rawValue) }
            rest = rest.dropFirst(count)
        }
    }
}
