/// The resources that a view's bridge holds at one moment.
public struct BridgeStatus: Sendable, Equatable {
    /// Event streams that frames have open.
    public var eventStreams: Int
    /// Requests under `sw://` that are not answered to the end, event streams included.
    public var openRequests: Int
    /// Response streams that WebKit holds, of every view of the process.
    public var nativeStreams: Int
    /// Channels that documents have open through the library in web processes, for all views of the data store.
    public var channels: Int
    /// Messages that were refused: malformed, or in the name of a stream that isn't open.
    public var refusedMessages: Int
}
