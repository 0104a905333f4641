import Foundation
import ScriptTools
import URLInterception

/// The module of one load of a script, in a JavaScriptCore context on its own thread. Any thread.
///
/// The thread ends when this object is released.
final class ScriptEngine: Sendable {
    /// The names that a script exports.
    struct Exports: Sendable, Equatable {
        var handlers: [String] = []
        var events: [String] = []
        var plugins: [String: [String]] = [:]
        /// JSON text.
        var injectedJavaScriptObject: String?
        var originWhitelist: [String]?
    }

    /// A message of the script that is not an answer to a call.
    enum Message: Sendable {
        case console(level: String, text: String)
        /// An uncaught error.
        case uncaught(NativeCallError)
        case fire(name: String, detail: NativeValue, tag: Int?)
        case notify(name: String, data: NativeValue)
        /// The error of an engine that does not stop and answers no more calls. Its thread ends when the script ends.
        case hung(NativeCallError)
    }

    private let core: ScriptCore
    let exports: Exports

    /// Loads a module and runs it once.
    ///
    /// - Parameters:
    ///   - prefix: the text before paths in errors, which is the folder as the user named it.
    ///   - limit: the processor time that a call may take between two waits, in seconds.
    /// - Throws: ``NativeCallError``.
    init(
        _ module: ModuleScript, folder: ConfinedFolder, prefix: String, limit: Double,
        hear: @escaping @Sendable (Message) -> Void
    ) async throws {
        let core = ScriptCore(module: module, folder: folder, prefix: prefix, limit: limit, hear: hear)
        self.core = core
        let thread = Thread { core.run() }
        thread.name = "native.js"
        // JavaScriptCore reserves a part of the stack. Deep recursion ends with a RangeError.
        thread.stackSize = 4 << 20
        thread.start()
        do {
            let loaded = try await core.send([
                "kind": "load", "path": .string(module.path), "script": .string(module.script),
            ])
            let names = { (value: NativeValue?) in value?.array?.compactMap(\.string) ?? [] }
            exports = Exports(
                handlers: names(loaded["handlers"]), events: names(loaded["events"]),
                plugins: loaded["plugins"]?.object?.mapValues { names($0) } ?? [:],
                injectedJavaScriptObject: loaded["injectedJavaScriptObject"]?.string,
                originWhitelist: loaded["originWhitelist"]?.array?.compactMap(\.string))
        } catch {
            core.close()
            throw error
        }
    }

    deinit { core.close() }

    /// Calls a function of the script.
    ///
    /// - Throws: ``NativeCallError``.
    nonisolated(nonsending) func call(_ message: [String: NativeValue]) async throws -> NativeValue {
        // Keep the engine alive until the call has its answer.
        defer { withExtendedLifetime(self) {} }
        return try await core.send(message)
    }
}
