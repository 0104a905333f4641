/// The origin of a Web API's behaviour in a view.
public enum WebAPIClass: String, Sendable, Codable, CaseIterable {
    /// WebKit's own.
    case webkit
    /// The bridge's: the runtime's scripts replace or extend WebKit's API.
    case shim
    /// Simulated: WebKitGTK lacks the hardware or the system.
    case emulated
    /// Known to differ in apps on iOS.
    case differs
}

extension WebAPIClass {
    /// The meaning of the class, as part of a sentence.
    package var meaning: String {
        switch self {
        case .webkit: "WebKit's own"
        case .shim: "the bridge's"
        case .emulated: "simulated"
        case .differs: "known to differ on iOS"
        }
    }
}
