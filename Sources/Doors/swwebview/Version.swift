import WebKit

/// The command's version, and WebKitGTK's.
enum Version {
    /// The version of the project, of which this is the only place: `Scripts/package` asks the command for it.
    static let number = "0.2.0"

    static var text: String {
        MainActor.assumeIsolated { "swwebview \(number) (WebKitGTK \(WebKitEnvironment.webKitVersion))" }
    }
}
