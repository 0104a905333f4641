import ArgumentParser
import Foundation
import Simulator

/// The options of the native half: its script and its recordings.
struct NativeOptions: ParsableArguments {
    @Option(
        name: .long,
        help: ArgumentHelp("Answer webkit.messageHandlers from this module, which runs in the host.", valueName: "file")
    )
    var native: String?

    @Option(name: .long, help: ArgumentHelp("Write the calls to the native half and their answers.", valueName: "file"))
    var record: String?

    @Option(name: .long, help: ArgumentHelp("Answer the calls to the native half from a recording.", valueName: "file"))
    var replay: String?

    @Flag(name: .long, help: "Fail calls that are not in the order of the recording.")
    var replayStrict = false

    @Option(
        name: .long,
        help: ArgumentHelp("Remove the values of members with this name from the --record file.", valueName: "key"))
    var redact: [String] = []

    /// Checks that the options can be combined.
    func validate() throws {
        for (name, path) in [("native", native), ("record", record), ("replay", replay)] where path?.isEmpty == true {
            throw ValidationError("--\(name): the value is empty. Name a file, or leave the option out.")
        }
        if replayStrict, replay == nil {
            throw ValidationError("--replay-strict needs a recording: name it with --replay.")
        }
        if !redact.isEmpty, record == nil {
            throw ValidationError("--redact needs a recording: name it with --record.")
        }
        if let record, let replay,
            URL(fileURLWithPath: record).resolvingSymlinksInPath()
                == URL(fileURLWithPath: replay).resolvingSymlinksInPath()
        {
            throw ValidationError("--record: \(record) is the recording that --replay reads. Name another file.")
        }
    }

    /// Opens the recordings. Loads the script once, so that an error in the script ends the command at once.
    ///
    /// - Throws: ``UsageError`` for a file that cannot be used.
    @MainActor
    func configuration() async throws -> NativeConfiguration {
        var configuration = NativeConfiguration()
        configuration.isStrict = replayStrict
        configuration.script = native
        if let native {
            do { _ = try await NativeScript.load(native) } catch { throw UsageError("--native: \(error)") }
        }
        if let replay {
            do { configuration.recording = try BridgeRecording(path: replay) } catch {
                throw UsageError("--replay: \(error)")
            }
        }
        if let record {
            do { configuration.recorder = try BridgeRecorder(path: record, redacting: Set(redact)) } catch {
                throw UsageError("--record: \(error)")
            }
        }
        return configuration
    }
}
