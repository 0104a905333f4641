package import Foundation

/// The user's folder for caches. Source: https://specifications.freedesktop.org/basedir-spec/latest/
package enum UserCaches {
    /// Returns the folder, which may not exist; nil where the environment names no home either.
    package static func folder(_ environment: [String: String] = ProcessInfo.processInfo.environment) -> URL? {
        let absolute = { (name: String) in environment[name].flatMap { $0.hasPrefix("/") ? $0 : nil } }
        let path = absolute("XDG_CACHE_HOME") ?? absolute("HOME").map { $0 + "/.cache" }
        return path.map { URL(filePath: $0, directoryHint: .isDirectory) }
    }
}
