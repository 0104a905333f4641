/// The parts of a native half that come from files. See ``NativeHalf``.
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

    /// Loads the script; nil where there is none.
    ///
    /// - Throws: ``NativeCallError`` with the file and the line.
    @MainActor
    func loadScript() async throws -> NativeScript? {
        guard let script else { return nil }
        return try await NativeScript.load(script, timeLimit: timeLimit)
    }
}
