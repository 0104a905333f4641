import ArgumentParser
import WebViewTesting

/// The options of traces.
struct TraceCommandOptions: ParsableArguments {
    @Option(
        name: .long,
        help: ArgumentHelp(
            "Write what happens in each page to a file that `swwebview trace` shows. retain-on-failure deletes the files of pages that "
                + "pass.", valueName: "mode"))
    var trace: TraceMode = .off

    @Option(name: .long, help: ArgumentHelp("Write the traces to this folder.", valueName: "folder"))
    var traceFolder = Self.usualFolder
    private static let usualFolder = "traces"

    /// Makes the folder of the traces.
    ///
    /// - Throws: ``UsageError`` for a folder that cannot be written.
    func options() throws -> TraceOptions? {
        guard trace != .off else {
            if traceFolder != Self.usualFolder {
                complain("--trace-folder does nothing here: add --trace on, or another mode.")
            }
            return nil
        }
        return TraceOptions(mode: trace, folder: try ResultFolder.make(traceFolder, "--trace-folder"))
    }
}

extension TraceMode: ExpressibleByArgument {}
