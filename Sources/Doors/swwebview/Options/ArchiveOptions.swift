import ArgumentParser
import Foundation
import Simulator
import WebViewTesting

/// The options of HTTP archives.
struct ArchiveOptions: ParsableArguments {
    @Option(
        name: .long,
        help: ArgumentHelp(
            "Write the network of pages, workers and native code to this HTTP archive (HAR 1.2). It can have passwords and cookies.",
            valueName: "file"))
    var har: String?

    @Option(
        name: .long,
        help: ArgumentHelp(
            "Answer the network from this HTTP archive. A request that has no entry fails, and is named.",
            valueName: "file"))
    var replayHar: String?

    /// Checks that the options can be combined.
    func validate() throws {
        for (name, path) in [("har", har), ("replay-har", replayHar)] where path?.isEmpty == true {
            throw ValidationError("--\(name): the value is empty. Name a file, or leave the option out.")
        }
        if let har, let replayHar,
            URL(fileURLWithPath: har).resolvingSymlinksInPath()
                == URL(fileURLWithPath: replayHar).resolvingSymlinksInPath()
        {
            throw ValidationError("--har: \(har) is the archive that --replay-har reads. Name another file.")
        }
    }

    /// Opens the archives.
    ///
    /// - Throws: ``UsageError`` for a file that cannot be used.
    func apply(to options: inout SimulatorOptions) throws {
        if let replayHar {
            do { options.harReplay = try HARReplay(path: replayHar) } catch {
                throw UsageError("--replay-har: \(error)")
            }
        }
        if let har {
            do { options.har = try HARRecorder(path: har) } catch { throw UsageError("--har: \(error)") }
        }
    }

    /// Completes the archive at the end of a command.
    ///
    /// - Throws: ``UsageError`` for an archive that could not be written.
    static func finish(_ options: SimulatorOptions) throws {
        options.har?.finish()
        if let error = options.har?.error { throw UsageError("--har: \(error)") }
    }
}
