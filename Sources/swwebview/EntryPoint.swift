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
        // WebKitWebDriver starts its host with this and with arguments of its own choosing.
        if arguments.contains("--automation") { await run { try await AutomationHost.run() } }
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

/// Writes a line to standard error, after the name of the command.
func complain(_ text: String) {
    FileHandle.standardError.write(Data("swwebview: \(text)\n".utf8))
}

/// The exit status of the command.
enum ExitStatus: Int32, Error {
    /// All is well.
    case success = 0
    /// A test failed, or a page could not be shown.
    case failure = 1
    /// The command line cannot be used.
    case usage = 2
    /// A display or a library is missing.
    case environment = 3
    /// Ctrl-C ended a run of tests, as a shell has it: 128 and the signal's number.
    case interrupted = 130
}

/// A command line that cannot be used, and what to do about it.
struct UsageError: Error, CustomStringConvertible {
    let description: String

    init(_ description: String) { self.description = description }
}
