/// How a selection grows on iOS. Apple API; stored only.
public enum WKSelectionGranularity: Int, Sendable {
    /// By what is under the finger.
    case dynamic = 0
    /// By the character.
    case character = 1
}

/// Which direction the interface follows on macOS. Apple API; stored only.
public enum WKUserInterfaceDirectionPolicy: Int, Sendable {
    /// The direction of the page.
    case content = 0
    /// The direction of the system.
    case system = 1
}
