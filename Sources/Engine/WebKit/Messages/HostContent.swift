/// The content that a kind of view puts into its pages by itself, untouched by the application's additions and removals: scripts
/// that run before all others, and receivers that take strings on the shortest path.
@MainActor
package struct HostContent {
    /// Gets a posted string as UTF-8 bytes that live for the call; nil for a message that is no string. Returns false for a message
    /// of another view's page, which comes from windows and their openers.
    package typealias Receiver = @MainActor (UnsafeRawBufferPointer?) -> Bool

    /// The scripts, in order.
    package var scripts: [WKUserScript] = []
    /// The receivers by the name that pages know them by, `webkit.messageHandlers.<name>`.
    package var receivers: [String: Receiver] = [:]

    nonisolated package init() {}
}
