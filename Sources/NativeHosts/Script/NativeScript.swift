public import Foundation
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
/// The module has a thread of its own. It has timers, a console and `structuredClone`, and reads files below its folder with
/// `readText(path)` and `readBase64(path)`. It has no network. A call that runs too long is stopped; others go on.
public final class NativeScript: Sendable {
    /// The file.
    public let file: URL
    /// Seconds of processor time that a call may take at a time, between two waits.
    public let timeLimit: Double

    /// A message of the script that answers no call.
    public enum Message: Sendable {
        /// The script printed on its console, at a level named after the console's method.
        case console(level: String, text: String)
        /// An error that nobody caught, of a timer for example.
        case uncaught(NativeCallError)
        /// The script fires an event into pages: with the tag of the call that does; nil outside of calls.
        case fire(name: String, detail: NativeValue, tag: Int?)
    }

    private struct State {
        var engine: ScriptEngine?
        var hear: @Sendable (Message) -> Void = { _ in }
        /// The load that replaces an engine which hangs.
        var restart: Task<Void, Never>?
    }

    private let prefix: String
    private let state = Mutex(State())

    /// Loads a module and those that it imports from its folder, and runs them once.
    ///
    /// - Parameters:
    ///   - path: the file's path; errors name files as this does.
    ///   - timeLimit: seconds of processor time that a call may take at a time.
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

    /// The folder that the module and its imports lie in.
    public var folder: URL { file.deletingLastPathComponent() }

    /// Loads the files again. Calls that are under way end in the earlier state. Where the files cannot be loaded, the earlier
    /// state stays.
    ///
    /// - Throws: ``NativeCallError`` with the file and the line.
    public func reload() async throws {
        // JavaScriptCore must not come before WebKit, see there.
        await WebKitEnvironment.prepareEngine()
        let folder: ConfinedFolder
        do { folder = try ConfinedFolder(self.folder) } catch { throw NativeCallError("\(error)") }
        let graph: NativeModules
        do throws(NativeCallError) {
            graph = try NativeModules(file.lastPathComponent, in: folder)
        } catch {
            throw NativeCallError(error.message, file: error.file.map { prefix + $0 }, line: error.line)
        }
        let engine = try await ScriptEngine(graph, folder: folder, prefix: prefix, limit: timeLimit) { [weak self] in
            self?.receive($0)
        }
        state.withLock { $0.engine = engine }
    }

    private func receive(_ message: ScriptEngine.Message) {
        let hear = state.withLock { $0.hear }
        switch message {
        case .console(let level, let text): hear(.console(level: level, text: text))
        case .uncaught(let error): hear(.uncaught(error))
        case .hung(let error):
            let restart = Task { do { try await reload() } catch { hear(.uncaught(NativeCallError("\(error)"))) } }
            state.withLock { $0.restart = restart }
            hear(.uncaught(error))
        case .fire(let name, let detail, let tag): hear(.fire(name: name, detail: detail, tag: tag))
        }
    }

    /// Receives the messages of the script on its thread; replaces the receiver before.
    public func onMessage(_ hear: @escaping @Sendable (Message) -> Void) { state.withLock { $0.hear = hear } }

    private var exports: ScriptEngine.Exports { state.withLock { $0.engine?.exports } ?? ScriptEngine.Exports() }

    /// The names of the script message handlers.
    public var handlerNames: [String] { exports.handlers }

    /// The names of the events of pages that the script listens to.
    public var eventNames: [String] { exports.events }

    /// The names of the plugins, each with those of its methods.
    public var plugins: [String: [String]] { exports.plugins }

    /// Calls a script message handler.
    ///
    /// - Parameter tag: a number of the caller's, which the events that the call fires bring, see ``Message/fire(name:detail:tag:)``.
    /// - Throws: ``NativeCallError``: what the handler throws, or that it was stopped.
    public func handler(
        _ name: String, body: NativeValue, frame: NativeFrame?, tag: Int? = nil
    ) async throws -> NativeValue {
        try await call(["kind": "handler", "name": .string(name), "body": body], frame, tag)
    }

    /// Calls a method of a plugin.
    ///
    /// - Throws: ``NativeCallError``: what the method throws, or that there is none.
    public func plugin(
        _ name: String, method: String, options: NativeValue = [:], frame: NativeFrame? = nil
    ) async throws -> NativeValue {
        let message: [String: NativeValue] = [
            "kind": "plugin", "name": .string(name), "method": .string(method), "body": options,
        ]
        return try await call(message, frame, nil)
    }

    /// Tells the script of an event of a page.
    ///
    /// - Throws: ``NativeCallError``: what the listener throws, or that there is none.
    public func event(
        _ name: String, detail: NativeValue, frame: NativeFrame?, tag: Int? = nil
    ) async throws {
        _ = try await call(["kind": "event", "name": .string(name), "body": detail], frame, tag)
    }

    private func call(
        _ message: [String: NativeValue], _ frame: NativeFrame?, _ tag: Int?
    ) async throws -> NativeValue {
        await state.withLock { $0.restart }?.value
        guard let engine = state.withLock({ $0.engine }) else { throw NativeCallError("native.js is not loaded") }
        var message = message
        message["tag"] = tag.map { .number(Double($0)) } ?? .null
        message["frame"] = frame.map(\.value) ?? .null
        return try await engine.call(message)
    }
}
