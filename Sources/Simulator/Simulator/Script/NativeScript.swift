public import Foundation
import ScriptTools
import Synchronization
import URLInterception
import WebKit

/// A `native.js`: the native half of an application as a module, run by JavaScriptCore in the host. Any thread.
///
/// ```js
/// export default {
///     handlers: { camera: async (body, { frame, fire }) => ({ file: "photo.jpg", from: frame.origin }) },
///     plugins: { Camera: { getPhoto: async (options) => ({ webPath: "photo.jpg" }) } },
///     events: { checkout: (detail, { fire }) => fire("paid", detail) },
/// };
/// ```
///
/// The module runs on its own thread. Calls of one actor begin in their order. The module has timers, a console and
/// `structuredClone`. `readText(path)` and `readBase64(path)` read files below its folder. The module has no network. A call that
/// runs too long is stopped; other calls continue.
public final class NativeScript: Sendable {
    /// The URL of the file.
    public let file: URL
    /// The processor time that a call may take between two waits, in seconds.
    public let timeLimit: Double

    /// A message of the script that is not an answer to a call.
    public enum Message: Sendable {
        /// Output of the script's console. The level is the name of the console's method.
        case console(level: String, text: String)
        /// An uncaught error, of a timer for example.
        case uncaught(NativeCallError)
        /// An event that the script fires into pages, with the tag of the call that fires it; nil outside of calls.
        case fire(name: String, detail: NativeValue, tag: Int?)
        /// An event of a plugin that the script fires. The name is the plugin and its event, such as `App.backButton`.
        case notify(name: String, data: NativeValue)
    }

    private struct State {
        var engine: ScriptEngine?
        /// The number of the latest load that has begun, and of the load of the engine.
        var (lastLoad, engineLoad) = (0, 0)
        var hear: @Sendable (Message) -> Void = { _ in }
        /// The task that replaces an engine that does not stop.
        var restart: SharedResult<Void>?
    }

    private let prefix: String
    private let state = Mutex(State())

    /// Loads a module and the modules that it imports from its folder, and runs each once.
    ///
    /// - Parameters:
    ///   - path: the file's path. Errors name files with the same folder.
    ///   - timeLimit: the processor time that a call may take between two waits, in seconds.
    /// - Throws: ``NativeCallError`` with the file and the line.
    public static func load(_ path: String, timeLimit: Double = 5) async throws -> NativeScript {
        let script = NativeScript(path, timeLimit: timeLimit)
        try await script.reload()
        return script
    }

    private init(_ path: String, timeLimit: Double) {
        file = URL(fileURLWithPath: path)
        self.timeLimit = timeLimit
        prefix = path.contains("/") ? path.prefix(through: path.lastIndex(of: "/") ?? path.startIndex) + "" : ""
    }

    /// The folder of the module and its imports.
    public var folder: URL { file.deletingLastPathComponent() }

    /// Loads the files again. Current calls end in the earlier state. Where loading fails, the script keeps the earlier state.
    ///
    /// - Throws: ``NativeCallError`` with the file and the line.
    public func reload() async throws {
        let load = state.withLock { state in
            state.lastLoad += 1
            return state.lastLoad
        }
        // Initialize WebKit before JavaScriptCore, see there.
        await WebKitEnvironment.prepareEngine()
        let folder: ConfinedFolder
        do { folder = try ConfinedFolder(self.folder) } catch { throw NativeCallError("\(error)") }
        let module = try await module(in: folder)
        let engine = try await ScriptEngine(module, folder: folder, prefix: prefix, limit: timeLimit) { [weak self] in
            self?.receive($0)
        }
        // A load that began later has newer files.
        state.withLock { state in
            if load > state.engineLoad { (state.engine, state.engineLoad) = (engine, load) }
        }
    }

    /// The maximum size of the file in bytes.
    private static let largest = 16 << 20

    private func module(in folder: ConfinedFolder) async throws -> ModuleScript {
        let name = file.lastPathComponent
        let text: String
        do throws(ConfinedFolder.Failure) {
            text = String(decoding: try folder.read(name, upTo: Self.largest), as: UTF8.self)
        } catch {
            throw NativeCallError("The module cannot be read: \(error)", file: prefix + name)
        }
        do {
            return try await ModuleScript(name, text: text, in: URL(filePath: folder.root, directoryHint: .isDirectory))
        } catch let failure as BuildFailure {
            let project = ScriptProject(root: URL(filePath: folder.root))
            let problem = failure.problems.first
            throw NativeCallError(
                problem?.message ?? "The module cannot be bundled",
                file: problem?.file.map { prefix + project.shown($0) },
                line: problem?.line)
        }
    }

    private func receive(_ message: ScriptEngine.Message) {
        let hear = state.withLock { $0.hear }
        switch message {
        case .console(let level, let text): hear(.console(level: level, text: text))
        case .uncaught(let error): hear(.uncaught(error))
        case .hung(let error):
            let restart = SharedResult<Void>()
            state.withLock { $0.restart = restart }
            Task {
                do { try await reload() } catch { hear(.uncaught(NativeCallError("\(error)"))) }
                restart.set(.success(()))
            }
            hear(.uncaught(error))
        case .fire(let name, let detail, let tag): hear(.fire(name: name, detail: detail, tag: tag))
        case .notify(let name, let data): hear(.notify(name: name, data: data))
        }
    }

    /// Sets the closure that receives the script's messages, on the script's thread. Replaces an earlier closure.
    public func onMessage(_ hear: @escaping @Sendable (Message) -> Void) { state.withLock { $0.hear = hear } }

    private var exports: ScriptEngine.Exports { state.withLock { $0.engine?.exports } ?? ScriptEngine.Exports() }

    /// The names of the script message handlers.
    public var handlerNames: [String] { exports.handlers }

    /// The names of the pages' events that the script listens to.
    public var eventNames: [String] { exports.events }

    /// The names of the plugins, each with the names of its methods.
    public var plugins: [String: [String]] { exports.plugins }

    /// The object that React Native injects into pages, as JSON in the order of the script, see the property
    /// `injectedJavaScriptObject` of react-native-webview; nil for none.
    public var injectedJavaScriptObject: String? { exports.injectedJavaScriptObject }

    /// The origins that pages of React Native may navigate to, see the property `originWhitelist` of react-native-webview; nil for
    /// its default.
    public var originWhitelist: [String]? { exports.originWhitelist }

    /// Calls a script message handler.
    ///
    /// - Parameter tag: The caller's number for the call. The events that the call fires carry this number, see
    ///   ``Message/fire(name:detail:tag:)``.
    /// - Throws: ``NativeCallError`` with the handler's error, or for a missing or stopped handler.
    public nonisolated(nonsending) func handler(
        _ name: String, body: NativeValue, frame: NativeFrame?, tag: Int? = nil
    ) async throws -> NativeValue {
        try await call(["kind": "handler", "name": .string(name), "body": body], frame, tag)
    }

    /// Calls a method of a plugin.
    ///
    /// - Throws: ``NativeCallError`` with the method's error, or for a missing method.
    public nonisolated(nonsending) func plugin(
        _ name: String, method: String, options: NativeValue = [:], frame: NativeFrame? = nil
    ) async throws -> NativeValue {
        let message: [String: NativeValue] = [
            "kind": "plugin", "name": .string(name), "method": .string(method), "body": options,
        ]
        return try await call(message, frame, nil)
    }

    /// Calls the script's listener for an event of a page.
    ///
    /// - Throws: ``NativeCallError`` with the listener's error, or for a missing listener.
    public nonisolated(nonsending) func event(
        _ name: String, detail: NativeValue, frame: NativeFrame?, tag: Int? = nil
    ) async throws {
        _ = try await call(["kind": "event", "name": .string(name), "body": detail], frame, tag)
    }

    /// Queues the call before the first suspension, so that an actor's calls run in their order.
    private nonisolated(nonsending) func call(
        _ message: [String: NativeValue], _ frame: NativeFrame?, _ tag: Int?
    ) async throws -> NativeValue {
        if let restart = state.withLock({ $0.restart }) { try await restart.value() }
        guard let engine = state.withLock({ $0.engine }) else { throw NativeCallError("native.js is not loaded") }
        var message = message
        message["tag"] = tag.map { .number(Double($0)) } ?? .null
        message["frame"] = frame.map(\.value) ?? .null
        return try await engine.call(message)
    }
}
