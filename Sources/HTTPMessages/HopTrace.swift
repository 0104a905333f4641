import Foundation

/// The files that a fetch or a command passes in the host, printed on standard error where the variable `SWWEBVIEW_TRACE` is set.
package enum HopTrace {
    private static let isOn = !(ProcessInfo.processInfo.environment["SWWEBVIEW_TRACE"] ?? "").isEmpty

    /// Prints the file that calls, as `hop Module/File.swift subject`. Any thread.
    ///
    /// - Parameter subject: the path of a command, or an address.
    package static func pass(_ subject: @autoclosure () -> String = "", file: StaticString = #fileID) {
        guard isOn else { return }
        try? FileHandle.standardError.write(contentsOf: Data("hop \(file) \(subject())\n".utf8))
    }
}
