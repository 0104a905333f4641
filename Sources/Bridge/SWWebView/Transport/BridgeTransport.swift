/// The way that the commands and events of a frame take between its scripts and the host.
///
/// Dedicated and shared workers have no channel: their commands and events go as ``events`` says in each case.
public enum BridgeTransport: String, Sendable, CaseIterable {
    /// Commands and events go over the channel that the web-process extension opens for each document, on one socket of its
    /// web process. The first report of a document goes up as a script message, which names its frame.
    case channel
    /// Commands go up as script messages; replies and events come down on an event stream that the scheme serves. This is the way of
    /// SWWebView on iOS.
    case events
}
