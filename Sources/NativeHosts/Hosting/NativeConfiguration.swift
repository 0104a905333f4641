/// The native half of pages, as a command line describes it; each page gets a ``NativeHost`` of its own.
public struct NativeConfiguration: Sendable {
    /// The path of a `native.js`; nil for none.
    public var script: String?
    /// Seconds of processor time that a call of the script may take at a time.
    public var timeLimit = 5.0
    /// Writes what is said both ways; nil for no recording.
    public var recorder: BridgeRecorder?
    /// Answers every call in place of handlers; nil to call these.
    public var recording: BridgeRecording?
    /// Whether calls must come in the recording's order.
    public var isStrict = false

    /// A native half without handlers.
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
