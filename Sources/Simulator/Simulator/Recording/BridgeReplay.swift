import Foundation

/// A replay, which answers calls from a recording. Main actor only.
///
/// The answer comes from the first unused recorded call with the same handler and body. A call that occurs more often than in
/// the recording gets the last answer again. A strict replay requires the recording's order and number of calls.
@MainActor
final class BridgeReplay {
    /// The recorded answer to a call.
    struct Answer {
        /// The index of the recorded call.
        var place: Int
        /// The replies and events that follow the call.
        var steps: [BridgeRecording.Step]
        /// Whether later commands can have replies to the call.
        var isOpen: Bool
        /// The line of a call that the recording never answers, such as `bridge.jsonl:2`; nil for any other call.
        var unanswered: String?
    }

    private let recording: BridgeRecording
    private let isStrict: Bool
    private var next = 0
    private var calls: RecordIndex
    private var commands: RecordIndex
    private var filesRead: [String: Int] = [:]
    /// The identifiers of recorded calls, by those of this run.
    private var callIDs: [String: String] = [:]
    /// The comparisons of the answered calls, which rename the ids in later replies.
    private var comparisons: [Int: BodyComparison] = [:]

    init(_ recording: BridgeRecording, isStrict: Bool) {
        self.recording = recording
        self.isStrict = isStrict
        calls = RecordIndex(recording.calls.map { ($0.handler, $0.body) })
        commands = RecordIndex(recording.commands.map { ("", $0.command) })
    }

    var handlerNames: Set<String> { calls.names }
    var eventPlugins: Set<String> { recording.eventPlugins }

    /// The names of the methods that reply repeatedly.
    var repeatingNames: Set<String> { Set(recording.calls.lazy.filter(\.isRepeating).map(\.handler)) }

    /// Returns the recorded answer to a call.
    ///
    /// - Parameter id: the page's identifier of the call, which a later body can contain.
    /// - Throws: ``NativeCallError`` with the call and the first difference.
    func answer(_ handler: String, body: NativeValue, id: String? = nil) throws(NativeCallError) -> Answer {
        let body = callIDs.isEmpty ? body : body.replacingTexts(callIDs)
        let answer = isStrict ? try nextAnswer(handler, body) : try anyAnswer(handler, body)
        if let id, let recorded = recording.calls[answer.place].id, id != recorded { callIDs[id] = recorded }
        return answer
    }

    /// Returns the steps after a recorded command of a test; nil where the recording has no unused command of that kind.
    func steps(after command: NativeValue) -> [BridgeRecording.Step]? {
        guard let found = commands.take("", command) else { return nil }
        return recording.commands[found.place].steps.map { step in
            guard case .reply(_, let place) = step else { return step }
            return renamed(step, comparisons[place] ?? BodyComparison())
        }
    }

    /// The content of a file that a page loads. The outer optional is nil for a file that is not recorded.
    func file(_ path: String) -> Data?? {
        guard let contents = recording.files[path] else { return nil }
        let index = filesRead[path, default: 0]
        filesRead[path] = index + 1
        return contents[min(index, contents.count - 1)]
    }

    private func nextAnswer(_ handler: String, _ body: NativeValue) throws(NativeCallError) -> Answer {
        guard recording.calls.indices.contains(next) else {
            throw failure(handler, body, "the recording has no more calls")
        }
        let expected = recording.calls[next]
        guard expected.handler == handler else {
            throw failure(handler, body, "\(place(next)) is a call to “\(expected.handler)”")
        }
        var comparison = BodyComparison()
        guard comparison.matches(expected.body, body) else {
            throw failure(handler, body, difference(of: next, comparison))
        }
        next += 1
        return answer(next - 1, comparison)
    }

    private func anyAnswer(_ handler: String, _ body: NativeValue) throws(NativeCallError) -> Answer {
        if let found = calls.take(handler, body) ?? calls.again(handler, body) {
            return answer(found.place, found.comparison)
        }
        guard let nearest = calls.nearest(handler) else {
            throw failure(handler, body, "no call to this handler is recorded")
        }
        var comparison = BodyComparison()
        _ = comparison.matches(recording.calls[nearest].body, body)
        throw failure(handler, body, difference(of: nearest, comparison))
    }

    private func answer(_ place: Int, _ comparison: BodyComparison) -> Answer {
        let call = recording.calls[place]
        comparisons[place] = comparison
        return Answer(
            place: place, steps: call.steps.map { renamed($0, comparison) }, isOpen: call.isRepeating,
            unanswered: call.isAnswered ? nil : self.place(place))
    }

    /// Returns a step with the ids of this run.
    private func renamed(_ step: BridgeRecording.Step, _ comparison: BodyComparison) -> BridgeRecording.Step {
        switch step {
        case .event(var event):
            event.detail = comparison.renamed(event.detail)
            return .event(event)
        case .reply(var reply, let place):
            if case .success(let value) = reply.outcome { reply.outcome = .success(comparison.renamed(value)) }
            return .reply(reply, to: place)
        }
    }

    private func place(_ index: Int) -> String { "\(recording.name):\(recording.calls[index].line)" }

    private func difference(of index: Int, _ comparison: BodyComparison) -> String {
        guard let found = comparison.difference else { return "\(place(index)) has another body" }
        return "\(found.path) is \(Self.short(found.actual)), and \(Self.short(found.recorded)) in \(place(index))"
    }

    private func failure(_ handler: String, _ body: NativeValue, _ reason: String) -> NativeCallError {
        NativeCallError("No answer is recorded for \(handler)(\(Self.short(body))): \(reason)")
    }

    private static func short(_ value: NativeValue?) -> String {
        let text = value.map(\.json) ?? "missing"
        return text.count > 200 ? text.prefix(200) + "…" : text
    }
}
