/// A plugin of the native half, with its methods by name. Main actor only.
///
/// ```swift
/// host.plugins["Camera"] = SimulatedPlugin([
///     "getPhoto": .promise { call in ["dataUrl": "data:image/png;base64,…", "format": "png"] }
/// ])
/// ```
@MainActor
public struct SimulatedPlugin {
    /// A method, by the number of its answers.
    public enum Method {
        /// A method that answers once, with a value or an error.
        case promise(@MainActor (PluginCall) async throws -> NativeValue)
        /// A method that answers repeatedly with ``PluginCall/send(_:)``, until a page ends the call.
        case stream(@MainActor (PluginCall) throws -> Void)
    }

    /// The methods by name.
    public var methods: [String: Method]

    /// Makes a plugin.
    public init(_ methods: [String: Method]) { self.methods = methods }
}
