/// A call of a page to a plugin of its native half. Main actor only.
@MainActor
public final class PluginCall {
    /// The name of the plugin, service, component or handler.
    public let plugin: String
    /// The name of the method, action or event.
    public let method: String
    /// The arguments: an object for Capacitor, a list for Cordova, the message for the others.
    public let arguments: NativeValue
    /// The arguments in the log and in recordings: without the state of the view, which can differ in each run.
    let logged: NativeValue
    /// The calling frame, as WebKit reports it.
    public let frame: NativeFrame

    /// The view whose page calls.
    weak var view: AppView?
    /// The page's identifier of the call.
    let id: String
    /// The answer of the framework itself, which no plugin replaces; nil for the plugin's answer.
    var ownMethod: SimulatedPlugin.Method?
    /// The closure that sends a reply to the page.
    var reply: @MainActor (NativeCall.Outcome, _ isLast: Bool) -> Void

    init(
        plugin: String, method: String, arguments: NativeValue, logged: NativeValue? = nil, frame: NativeFrame,
        id: String = "",
        reply: @escaping @MainActor (NativeCall.Outcome, _ isLast: Bool) -> Void
    ) {
        self.plugin = plugin
        self.method = method
        self.arguments = arguments
        self.logged = logged ?? arguments
        self.frame = frame
        self.id = id
        self.reply = reply
    }

    /// Sends a reply. Further replies can follow.
    public func send(_ value: NativeValue) { reply(.success(value), false) }

    /// Returns the string value of an option.
    ///
    /// - Parameter message: the message of the error, where the plugin has one of its own.
    /// - Throws: `NativeCallError` for a missing option.
    public func text(_ option: String, orError message: String? = nil) throws -> String {
        guard let text = arguments[option]?.string else {
            throw message.map { NativeCallError($0) } ?? NativeCallError.missing(option)
        }
        return text
    }
}

extension NativeCallError {
    /// The error of a method that a plugin does not have on iOS. It is Capacitor's own, of `CAPPluginCall.unimplemented`.
    static let missingOnIOS = NativeCallError("not implemented", code: "UNIMPLEMENTED")

    /// Returns the error of a call without a required option.
    static func missing(_ option: String) -> NativeCallError { NativeCallError("Must provide \(option)") }
}
