import Foundation
import HTTPMessages

/// The command with which service workers report the files that an event passes. It exists only while files are traced.
enum TraceCommands {
    static let path = "/Trace/hop"

    static let table: CommandTable =
        HopTrace.isOn
        ? [
            path: .notification { json, _ in
                HopTrace.print("Runtime/\(try JSONText.decode(String.self, from: json)) ")
            }
        ] : [:]
}
