public import Foundation
public import NativeHosts

/// One call of a page to its native half. Main actor only.
@MainActor
public final class PluginCall {
    /// The plugin, service, component or handler that was called.
    public let plugin: String
    /// The method, action or event.
    public let method: String
    /// The arguments: an object for Capacitor, a list for Cordova, the message for the others.
    public let arguments: NativeValue
    /// The frame that called, as the engine tells it.
    public let frame: NativeFrame
    /// When the call arrived.
    public let date = Date()
    /// The answer; nil while there is none. The last one of a method that answers often.
    public private(set) var answer: Result<NativeValue, PluginError>?

    let id: String
    private let reply: @MainActor (Result<NativeValue, PluginError>, _ isLast: Bool) -> Void

    init(
        plugin: String, method: String, arguments: NativeValue, frame: NativeFrame, id: String,
        reply: @escaping @MainActor (Result<NativeValue, PluginError>, _ isLast: Bool) -> Void
    ) {
        self.plugin = plugin
        self.method = method
        self.arguments = arguments
        self.frame = frame
        self.id = id
        self.reply = reply
    }

    /// Answers a call that is answered any number of times.
    public func send(_ value: NativeValue) {
        answer = .success(value)
        reply(.success(value), false)
    }

    /// Answers a call for the last time.
    func finish(_ result: Result<NativeValue, PluginError>) {
        answer = result
        reply(result, true)
    }

    /// Returns the text of an option.
    ///
    /// - Throws: ``PluginError`` where there is none.
    public func text(_ option: String) throws -> String {
        guard let text = arguments[option]?.string else { throw PluginError.missing(option) }
        return text
    }
}
