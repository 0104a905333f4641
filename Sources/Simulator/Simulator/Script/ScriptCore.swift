import CWebKitGTK
import Foundation
import ScriptTools
import Synchronization
import URLInterception

/// The part of an engine that its thread holds.
final class ScriptCore: Sendable {
    private struct State {
        var lastCall = 0
        /// The calls without an answer, with their names for errors.
        var waiting: [Int: (name: String, continuation: CheckedContinuation<NativeValue, any Error>)] = [:]
        var isClosed = false
        /// The address of the engine while it exists.
        var engine: UInt?
        /// The current job.
        var job: ScriptJobs.Job?
    }

    private let module: ModuleScript
    private let folder: ConfinedFolder
    private let prefix: String
    private let limit: Double
    private let hear: @Sendable (ScriptEngine.Message) -> Void
    private let jobs = ScriptJobs()
    private let watch = ThreadWatch()
    // The lock keeps the engine alive during a stop: `run()` sets `engine` to nil before it destroys the engine.
    private let state = Mutex(State())

    init(
        module: ModuleScript, folder: ConfinedFolder, prefix: String, limit: Double,
        hear: @escaping @Sendable (ScriptEngine.Message) -> Void
    ) {
        self.module = module
        self.folder = folder
        self.prefix = prefix
        self.limit = limit
        self.hear = hear
    }

    nonisolated(nonsending) func send(_ message: [String: NativeValue]) async throws -> NativeValue {
        try await withCheckedThrowingContinuation { continuation in
            let id = state.withLock { state -> Int? in
                guard !state.isClosed else { return nil }
                state.lastCall += 1
                state.waiting[state.lastCall] = (Self.name(of: message), continuation)
                return state.lastCall
            }
            guard let id else { return continuation.resume(throwing: Self.ended) }
            var message = message
            message["id"] = .number(Double(id))
            jobs.add(ScriptJobs.Job(owner: id, text: NativeValue.object(message).json))
        }
    }

    private static let ended = NativeCallError("native.js has ended")

    private static func name(of message: [String: NativeValue]) -> String {
        let name = message["name"]?.string ?? ""
        return switch message["kind"]?.string {
        case "load": "the module"
        case "plugin": "the plugin method “\(name).\(message["method"]?.string ?? "")”"
        case "event": "the event listener “\(name)”"
        default: "the handler “\(name)”"
        }
    }

    func close() { close(Self.ended) }

    private func close(_ error: NativeCallError) {
        jobs.close()
        let waiting = state.withLock { state in
            state.isClosed = true
            if let engine = state.engine.flatMap({ OpaquePointer(bitPattern: $0) }) { cjs_engine_stop(engine) }
            defer { state.waiting = [:] }
            return state.waiting
        }
        for call in waiting.values { call.continuation.resume(throwing: error) }
    }

    /// Reports that the script does not stop, and closes the engine. A regular expression may run forever without a check of
    /// the limit.
    private func hang() {
        let name = state.withLock { state in state.waiting[state.job?.owner ?? 0]?.name ?? "a timer" }
        let error = tooLong(name, "and does not stop, so that native.js was loaded again")
        hear(.hung(error))
        close(error)
    }

    private func tooLong(_ name: String, _ end: String) -> NativeCallError {
        NativeCallError("\(name) ran for more than \(String(format: "%g", limit)) s \(end)")
    }

    // MARK: The thread

    func run() {
        let context = Unmanaged.passUnretained(self)
        let engine = cjs_engine_create(
            limit,
            { kind, text, context in
                guard let kind, let text, let context else { return nil }
                let core = Unmanaged<ScriptCore>.fromOpaque(context).takeUnretainedValue()
                return core.answer(String(cString: kind), String(cString: text)).flatMap { strdup($0) }
            }, context.toOpaque())
        let address = UInt(bitPattern: engine)
        let isClosed = state.withLock { state in
            state.engine = address
            return state.isClosed
        }
        var failure = CJSFailure()
        cjs_engine_evaluate(engine, EmbeddedFiles.engine_js, "engine.js", &failure)
        cjs_failure_clear(&failure)
        cjs_engine_report_rejections(engine, "___rejected")
        while !isClosed, let job = jobs.next() {
            // The promise reactions of a call may go on after its answer.
            let name = state.withLock { state in
                state.job = job
                return state.waiting[job.owner]?.name ?? "a timer"
            }
            // The engine usually stops itself at the limit.
            watch.begin(limit: 3 * limit) { [weak self] in self?.hang() }
            let isDone = cjs_engine_call(engine, "___receive", job.text, &failure)
            watch.end()
            if !isDone { fail(job, name, failure) }
            cjs_failure_clear(&failure)
        }
        state.withLock { $0.engine = nil }
        cjs_engine_destroy(engine)
    }

    private func fail(_ job: ScriptJobs.Job, _ name: String, _ failure: CJSFailure) {
        let call = state.withLock { $0.waiting.removeValue(forKey: job.owner) }
        var error =
            failure.is_stopped
            ? tooLong(name, "and was stopped")
            : NativeCallError(failure.message.map { String(cString: $0) } ?? "The script failed")
        let place = place(failure.file.map { String(cString: $0) }, failure.line > 0 ? Int(failure.line) : nil)
        (error.file, error.line) = (place?.file, place?.line)
        if let call { call.continuation.resume(throwing: error) } else { hear(.uncaught(error)) }
    }

    /// Returns the original file and line of a position, for errors; nil for a position in another script.
    private func place(_ url: String?, _ line: Int?) -> (file: String, line: Int?)? {
        guard let url, url.hasPrefix("file:///") else { return nil }
        if let line, let original = module.original(line: line) { return (prefix + original.file, original.line) }
        return (prefix + (url.dropFirst("file:///".count).removingPercentEncoding ?? ""), line)
    }

    private func error(_ value: NativeValue) -> NativeCallError {
        let place = place(value["file"]?.string, value["line"]?.number.flatMap { Int(exactly: $0) })
        return NativeCallError(
            value["message"]?.string ?? "The script failed", code: value["code"]?.string,
            data: value["data"]?.object ?? [:], file: place?.file, line: place?.line)
    }

    private func answer(_ kind: String, _ text: String) -> String? {
        guard let message = try? NativeValue(json: text) else { return nil }
        let integer = { (name: String) in message[name]?.number.flatMap { Int(exactly: $0) } ?? 0 }
        switch kind {
        case "settle":
            let call = state.withLock { $0.waiting.removeValue(forKey: integer("id")) }
            if let failure = message["error"] {
                call?.continuation.resume(throwing: error(failure))
            } else {
                call?.continuation.resume(returning: message["value"] ?? .undefined)
            }
        // The first call loads the modules.
        case "loaded": state.withLock { $0.waiting.removeValue(forKey: 1) }?.continuation.resume(returning: message)
        case "failed":
            state.withLock { $0.waiting.removeValue(forKey: 1) }?.continuation.resume(throwing: error(message))
        case "timer":
            jobs.addTimer(integer("id"), owner: integer("owner"), milliseconds: message["milliseconds"]?.number ?? 0)
        case "console":
            hear(.console(level: message["level"]?.string ?? "log", text: message["text"]?.string ?? ""))
        case "uncaught": hear(.uncaught(error(message)))
        case "fire":
            hear(
                .fire(
                    name: message["name"]?.string ?? "", detail: message["detail"] ?? .null,
                    tag: message["tag"]?.number.flatMap { Int(exactly: $0) }))
        case "notify": hear(.notify(name: message["name"]?.string ?? "", data: message["data"] ?? [:]))
        case "read": return read(message).json
        default: break
        }
        return nil
    }

    /// The maximum size of a file that a script can read, in bytes.
    private static let largest = 32 << 20

    private func read(_ message: NativeValue) -> NativeValue {
        do throws(ConfinedFolder.Failure) {
            let bytes = try folder.read(message["path"]?.string ?? "", upTo: Self.largest)
            if message["isBinary"] == true { return ["text": .string(bytes.base64EncodedString())] }
            return ["text": .string(String(decoding: bytes, as: UTF8.self))]
        } catch {
            return ["error": .string(error.description)]
        }
    }
}
