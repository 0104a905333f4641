import ArgumentParser
import Foundation
import ProcessFiles
import WebViewTesting

/// `swwebview trace`: the viewer of a trace.
struct TraceCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "trace",
        abstract: "Make an HTML page that shows a trace of a page's tests.",
        discussion: """
            swwebview test Pages/tests --trace retain-on-failure
            swwebview trace traces/Pages/tests/sum.html.trace
            swwebview trace traces/Pages/tests/sum.html.trace -o sum.html

            The page needs no network and no other file: open it in any browser. Exit code: 0 when the page is written, 2 for a file \
            that is no trace.
            """)

    @Argument(help: ArgumentHelp("A trace that `swwebview test --trace` has written.", valueName: "file"))
    var file: String

    @Option(
        name: [.short, .long],
        help: ArgumentHelp("The HTML file to write instead of the trace's name with .html.", valueName: "file"))
    var output: String?

    func run() throws {
        let output = output ?? file + ".html"
        let document: Data
        do {
            document = try TraceViewer.document(of: URL(fileURLWithPath: file))
        } catch {
            throw UsageError(error.description)
        }
        do {
            try PrivateFiles.write(document, to: URL(fileURLWithPath: output))
        } catch {
            throw UsageError("--output: \(output) cannot be written: \(error.fileReason).")
        }
        print(output)
    }
}
