/// The unit by which a selection grows on iOS. Apple API; kept without effect.
public enum WKSelectionGranularity: Int, Sendable {
    /// A unit that depends on the content under the finger.
    case dynamic = 0
    /// The character.
    case character = 1
}

/// The direction that the interface follows on macOS. Apple API; kept without effect.
public enum WKUserInterfaceDirectionPolicy: Int, Sendable {
    /// The direction of the page.
    case content = 0
    /// The direction of the system.
    case system = 1
}
