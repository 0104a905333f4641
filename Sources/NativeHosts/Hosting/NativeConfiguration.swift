/// A configuration of the native half of pages, from a command line. Each page gets its own ``NativeHost``.
public struct NativeConfiguration: Sendable {
    /// The path of a `native.js`; nil for no script.
    public var script: String?
    /// The processor time that a call of the script may take between two waits, in seconds.
    public var timeLimit = 5.0
    /// The recorder of all calls, answers and events; nil for no recording.
    public var recorder: BridgeRecorder?
    /// The recording that answers all calls in place of handlers; nil to call the handlers.
    public var recording: BridgeRecording?
    /// Whether calls must have the recording's order.
    public var isStrict = false

    /// Makes a configuration without handlers.
    public init() {}

    /// Loads the script and makes a host.
    ///
    /// - Throws: ``NativeCallError`` with the file and the line.
    @MainActor
    public func makeHost() async throws -> NativeHost {
        var loaded: NativeScript?
        if let script { loaded = try await NativeScript.load(script, timeLimit: timeLimit) }
        return NativeHost(script: loaded, recorder: recorder, recording: recording, isStrict: isStrict)
    }
}
