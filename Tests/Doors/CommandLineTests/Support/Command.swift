import Foundation
import TestSupport

/// The built command, run as a user runs it.
enum Command {
    /// Beside the test bundle, unless SWWEBVIEW_COMMAND names another.
    static let executable: String = {
        if let path = ProcessInfo.processInfo.environment["SWWEBVIEW_COMMAND"] { return path }
        let bundle = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
        return bundle.deletingLastPathComponent().appending(path: "swwebview").path
    }()

    /// The tests' own environment, without the variables of a desktop, a configuration or `swift test`.
    static var environment: [String: String] {
        var all = ProcessInfo.processInfo.environment
        for name in ["DISPLAY", "SWWEBVIEW_CONFIG", "SWWEBVIEW_ESBUILD", "NO_COLOR", "FORCE_COLOR"] { all[name] = nil }
        all["XDG_CACHE_HOME"] = cache
        return all
    }

    /// The folder of caches, so that tests do not write into the user's own.
    private static let cache = (try? TemporaryFolder.untilExit().url.path) ?? "/nowhere"

    /// Runs the command in a folder and waits for its end.
    ///
    /// - Parameter environment: the variables that differ from ``environment``.
    static func run(
        _ arguments: String..., in folder: TemporaryFolder, environment: [String: String] = [:]
    ) async throws -> CommandResult {
        try await start(arguments, in: folder, environment: environment).result()
    }

    /// Opens the pipe that a command writes to, and waits until the command has opened it. A thread of its own: the pool of tasks has
    /// one for each core.
    static func open(_ pipe: URL) async throws -> FileHandle {
        try await withCheckedThrowingContinuation { continuation in
            Thread.detachNewThread { continuation.resume(with: Result { try FileHandle(forReadingFrom: pipe) }) }
        }
    }

    /// - Parameters:
    ///   - blocking: signals that the command starts with blocked, as the threads of some programs have them.
    ///   - ownGroup: whether it leads a process group of its own, as a shell has it.
    static func start(
        _ arguments: [String], in folder: TemporaryFolder, environment: [String: String] = [:], blocking: [Int32] = [],
        ownGroup: Bool = false
    ) throws -> RunningCommand {
        var all = Self.environment
        all.merge(environment) { $1 }
        return try RunningCommand(
            [executable] + patient(arguments, all), folder: folder.url, environment: all, blocking: blocking,
            ownGroup: ownGroup)
    }
}

extension Command {
    /// Returns the arguments with the time of a page as long as this machine needs for it. The usual time counts, too, except
    /// where a configuration may set one.
    private static func patient(_ arguments: [String], _ environment: [String: String]) -> [String] {
        let slowness = Machine.slowness
        var arguments = arguments
        if let place = arguments.firstIndex(of: "--timeout").map({ $0 + 1 }), place < arguments.count {
            guard let seconds = Double(arguments[place]), 0 < seconds, seconds < 1000 else { return arguments }
            arguments[place] = "\(seconds * slowness)"
        } else if let usual = ["test": 60.0, "snapshot": 30][arguments.first ?? ""], slowness > 1,
            !arguments.contains(where: { $0.hasPrefix("--config") }), environment["SWWEBVIEW_CONFIG"] == nil
        {
            arguments.insert(contentsOf: ["--timeout", "\(usual * slowness)"], at: 1)
        }
        return arguments
    }
}

/// The exit status and output of a run of the command.
struct CommandResult {
    /// The exit code, or minus the signal that ended it.
    let status: Int32
    let output: String
    let errors: String

    var lastLine: Substring? { output.split(separator: "\n").last }
}
