import ArgumentParser
import Foundation
import URLInterception
import WebKit

/// The program: picks the command, and turns what goes wrong into a sentence and one of the contract's exit codes.
@main
enum EntryPoint {
    @MainActor
    static func main() async {
        // Libraries and child processes create files, too. Only this user may read them.
        umask(0o077)
        EndSignals.begin()
        let arguments = Array(CommandLine.arguments.dropFirst())
        // A driver starts the browser of a session.
        if arguments == ["--driven"] { await run { try await DrivenProcess.run() } }
        // WebKitWebDriver starts its host with this and with arguments of its own choosing.
        if arguments.contains("--automation") { await run { try await AutomationProcess.run() } }
        if arguments.contains("--list-devices") { await run { print(DeviceOptions.list, terminator: "") } }
        await run {
            var command = try Root.parseAsRoot(Connectivity.spelledOut(ConfigurationFile.expand(arguments)))
            if var command = command as? any AsyncParsableCommand {
                try await command.run()
            } else {
                try command.run()
            }
        }
    }

    @MainActor
    private static func run(_ work: () async throws -> Void) async -> Never {
        do {
            try await work()
            WebKitEnvironment.exit(ExitStatus.success.rawValue)
        } catch let status as ExitStatus {
            WebKitEnvironment.exit(status.rawValue)
        } catch let error as UsageError {
            complain(error.description)
            WebKitEnvironment.exit(ExitStatus.usage.rawValue)
        } catch let error as WebKitEnvironmentError {
            complain(error.description)
            WebKitEnvironment.exit(ExitStatus.environment.rawValue)
        } catch {
            let isHelp = Root.exitCode(for: error) == .success
            let text = Root.fullMessage(for: error)
            if isHelp { print(text) } else { FileHandle.standardError.write(Data((text + "\n").utf8)) }
            WebKitEnvironment.exit(isHelp ? ExitStatus.success.rawValue : ExitStatus.usage.rawValue)
        }
    }
}
