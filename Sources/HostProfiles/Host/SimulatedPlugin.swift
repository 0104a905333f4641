public import NativeHosts

/// The native half of a plugin: its methods by name, as a page calls them. Main actor only.
///
/// ```swift
/// host.plugins["Camera"] = SimulatedPlugin([
///     "getPhoto": .promise { call in ["dataUrl": "data:image/png;base64,…", "format": "png"] }
/// ])
/// ```
@MainActor
public struct SimulatedPlugin {
    /// A method, by the way in which it answers.
    public enum Method {
        /// Answers once, with a value or an error.
        case promise(@MainActor (PluginCall) async throws -> NativeValue)
        /// Answers any number of times by ``PluginCall/send(_:)``, until a page ends it.
        case stream(@MainActor (PluginCall) throws -> Void)
    }

    /// The methods by name.
    public var methods: [String: Method]

    /// Makes a plugin.
    public init(_ methods: [String: Method]) { self.methods = methods }
}
