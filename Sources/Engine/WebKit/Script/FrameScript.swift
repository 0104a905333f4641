import CWebKitGTK
import HTTPMessages

/// A script for a frame that WebKitGTK does not reach: the web-process extension runs it there.
@MainActor
struct FrameScript {
    var frame: UInt64
    var world: WKContentWorld
    var source: String
    var sourceURL: String
    /// Whether the script's value is a promise to wait for.
    var isCall: Bool

    typealias Completion = @MainActor (Result<Any?, Failure>) -> Void

    enum Failure: Error {
        case noFrame
        case noValue
        case exception(String)
        case abandoned
    }

    /// Runs the script. `completion` is called later, on the main actor.
    func run(in view: OpaquePointer, completion: @escaping Completion) {
        let context = Unmanaged.passRetained(Box(completion)).toOpaque()
        var source = source
        source.withUTF8 { bytes in
            bytes.withMemoryRebound(to: CChar.self) { bytes in
                sourceURL.withCString { sourceURL in
                    withWorldName { worldName in
                        var script = CWKFrameScript(
                            frame: frame, world: worldName, script: bytes.baseAddress, length: bytes.count,
                            source_uri: sourceURL, is_call: isCall)
                        cwk_view_run_in_frame(
                            view, &script,
                            { failure, text, context in
                                let text = text.map { String(cString: $0) } ?? ""
                                ShimCallback.retained(context, Box<Completion>.self) {
                                    $0.value(FrameScript.result(failure, text))
                                }
                            }, context)
                    }
                }
            }
        }
    }

    private func withWorldName<Result>(_ body: (UnsafePointer<CChar>?) -> Result) -> Result {
        guard let name = world.worldName else { return body(nil) }
        return name.withCString(body)
    }

    private static func result(_ failure: UInt32, _ text: String) -> Result<Any?, Failure> {
        switch CWKFrameScriptFailure(failure) {
        case CWKFrameScriptFailure(0): FrameValue.read(text).map { .success($0.value) } ?? .failure(.noValue)
        case CWK_FRAME_SCRIPT_NO_VALUE: .failure(.noValue)
        case CWK_FRAME_SCRIPT_EXCEPTION: .failure(.exception(text))
        case CWK_FRAME_SCRIPT_ABANDONED: .failure(.abandoned)
        default: .failure(.noFrame)
        }
    }
}

extension FrameScript.Failure {
    /// Returns the error for the application.
    ///
    /// - Parameter isCall: whether the script was a ``FunctionCall``.
    func error(isCall: Bool) -> WKError {
        switch self {
        case .noFrame: WKError(.javaScriptInvalidFrameTarget)
        case .noValue: WKError(.javaScriptResultTypeIsUnsupported)
        case .exception(let text):
            WKError(
                .javaScriptExceptionOccurred,
                userInfo: isCall ? ScriptFailure.userInfo(ofCall: text) : ScriptFailure.userInfo(for: text))
        case .abandoned:
            WKError(
                .javaScriptExceptionOccurred,
                userInfo: ScriptFailure.userInfo(ofCall: "Completion handler for function call is no longer reachable"))
        }
    }
}

/// A value of a frame's script in Swift, as ``JavaScriptValue`` converts it.
struct FrameValue {
    /// nil for `undefined`.
    let value: Any?

    /// Reads the text of the extension's `frame_value.h`; nil for one that is nested too deep.
    static func read(_ text: String) -> FrameValue? {
        let json = try? JSONValue(json: Data(text.utf8))
        return json.map { FrameValue(value: JavaScriptValue.topLevel(convert($0))) }
    }

    private static func convert(_ json: JSONValue) -> AnyHashable? {
        switch json {
        case .null: return NSNull()
        case .bool(let flag): return NSNumber(value: flag ? 1.0 : 0)
        case .integer(let number): return NSNumber(value: Double(number))
        case .number(let number): return NSNumber(value: number)
        case .string(let text): return text
        case .array(let elements): return elements.map { convert($0) ?? AnyHashable(NSNull()) }
        case .object(let members): return members.first.flatMap { form($0, $1) }
        }
    }

    private static func form(_ kind: String, _ content: JSONValue) -> AnyHashable? {
        switch (kind, content) {
        case (CWK_FRAME_VALUE_OBJECT, .object(let members)): return members.compactMapValues { convert($0) }
        case (CWK_FRAME_VALUE_BOOLEAN, _): return NSNumber(value: content != 0)
        case (CWK_FRAME_VALUE_DATE, _): return Date(timeIntervalSince1970: content.double.map { $0 / 1000 } ?? .nan)
        case (CWK_FRAME_VALUE_NUMBER, .string(let name)):
            return NSNumber(value: name == "NaN" ? .nan : name == "Infinity" ? .infinity : -Double.infinity)
        default: return nil
        }
    }
}
