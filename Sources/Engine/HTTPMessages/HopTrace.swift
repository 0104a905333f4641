import Foundation

/// The files that a fetch or a command passes, printed on standard error where the variable `SWWEBVIEW_TRACE` is set. The library
/// in the web process prints its own files and those of the runtime in the same form.
package enum HopTrace {
    /// Whether files are printed.
    package static let isOn = !(ProcessInfo.processInfo.environment["SWWEBVIEW_TRACE"] ?? "").isEmpty

    /// Prints the file that calls, as `hop Module/File.swift subject`. Any thread.
    ///
    /// - Parameter subject: the path of a command, or an address.
    package static func pass(_ subject: @autoclosure () -> String = "", file: StaticString = #fileID) {
        if isOn { print("\(file) \(subject())") }
    }

    /// Prints a line about a file, such as `Runtime/window/channel.js`. Any thread.
    package static func print(_ line: String) {
        try? FileHandle.standardError.write(contentsOf: Data("hop \(line)\n".utf8))
    }
}
