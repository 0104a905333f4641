import ArgumentParser
import Simulator

/// `swwebview recorder`: prints the script that records an app's native answers on a real device.
struct RecorderCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "recorder", abstract: "Print a script that records the calls to the native half on a real device.",
        discussion: """
            swwebview recorder > recorder.js

            Add the script to the app's pages before all other scripts. It makes recordings for --replay.
            """)

    func run() { print(RecorderScript.source, terminator: "") }
}
