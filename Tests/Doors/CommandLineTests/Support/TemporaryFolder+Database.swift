import Foundation
import TestSupport
import Testing

extension TemporaryFolder {
    /// Makes a SQLite database with what a script says.
    func makeDatabase(_ name: String, _ script: String) throws {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = ["sqlite3", url.appending(path: name).path, script]
        try process.run()
        process.waitUntilExit()
        try #require(process.terminationStatus == 0)
    }
}
