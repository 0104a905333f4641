import Foundation

/// A replay, which answers calls from a recording. Main actor only.
///
/// The answer comes from the first unused recorded call with the same handler and body. A call that occurs more often than in
/// the recording gets the last answer again. A strict replay requires the recording's order and number of calls.
@MainActor
final class BridgeReplay {
    struct Answer {
        /// The replies. There is at least one.
        var replies: [BridgeRecording.Reply]
        var events: [BridgeRecording.Event]
    }

    private let recording: BridgeRecording
    private let isStrict: Bool
    private var used: Set<Int> = []
    private var next = 0
    private var places: [String: [Int]] = [:]

    init(_ recording: BridgeRecording, isStrict: Bool) {
        self.recording = recording
        self.isStrict = isStrict
        for (index, call) in recording.calls.enumerated() { places[call.handler, default: []].append(index) }
    }

    var handlerNames: Set<String> { Set(places.keys) }

    /// Returns the recorded answer to a call.
    ///
    /// - Throws: ``NativeCallError`` with the call and the first difference.
    func answer(_ handler: String, body: NativeValue) throws(NativeCallError) -> Answer {
        isStrict ? try nextAnswer(handler, body) : try anyAnswer(handler, body)
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
        return try answer(next - 1, comparison, handler, body)
    }

    private func anyAnswer(_ handler: String, _ body: NativeValue) throws(NativeCallError) -> Answer {
        guard let candidates = places[handler] else {
            throw failure(handler, body, "no call to this handler is recorded")
        }
        // Prefer equal bodies: the ids in the bodies may distinguish calls.
        let unused = candidates.filter { !used.contains($0) }
        for place in unused where recording.calls[place].body == body {
            used.insert(place)
            return try answer(place, BodyComparison(), handler, body)
        }
        for place in unused + candidates.filter(used.contains).reversed() {
            var comparison = BodyComparison()
            guard comparison.matches(recording.calls[place].body, body) else { continue }
            used.insert(place)
            return try answer(place, comparison, handler, body)
        }
        let nearest = unused.first ?? candidates[0]
        var comparison = BodyComparison()
        _ = comparison.matches(recording.calls[nearest].body, body)
        throw failure(handler, body, difference(of: nearest, comparison))
    }

    private func answer(
        _ place: Int, _ comparison: BodyComparison, _ handler: String, _ body: NativeValue
    ) throws(NativeCallError) -> Answer {
        let call = recording.calls[place]
        guard !call.replies.isEmpty else {
            throw failure(handler, body, "\(self.place(place)) was never answered")
        }
        let events = call.events.map {
            BridgeRecording.Event(name: $0.name, detail: comparison.renamed($0.detail))
        }
        let replies = call.replies.map { reply in
            guard case .success(let value) = reply.outcome else { return reply }
            return BridgeRecording.Reply(outcome: .success(comparison.renamed(value)), isLast: reply.isLast)
        }
        return Answer(replies: replies, events: events)
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

/// A comparison of a recorded body with the body of a page's call. Ids that change in each run count as equal, see ``idNames``.
struct BodyComparison {
    /// The names of the members with an id of one call. A page makes new ids in each run.
    static let idNames: Set<String> = [
        "callbackId", "callbackID", "callId", "callID", "correlationId", "invocationId", "messageId", "nonce",
        "requestId",
        "requestID", "transactionId", "uuid",
    ]

    /// The ids of this run, by the ids of the recording.
    private var ids: [NativeValue: NativeValue] = [:]
    /// The first difference.
    private(set) var difference: (path: String, recorded: NativeValue?, actual: NativeValue?)?

    /// Returns whether two bodies belong to the same call.
    mutating func matches(_ recorded: NativeValue, _ actual: NativeValue, path: String = "body") -> Bool {
        if recorded == actual || recorded == .redaction { return true }
        switch (recorded, actual) {
        case (.object(let before), .object(let now)):
            for name in Set(before.keys).union(now.keys).sorted() {
                let place = "\(path).\(name)"
                guard let old = before[name], let new = now[name] else {
                    return differ(place, before[name], now[name])
                }
                if Self.idNames.contains(name), Self.isID(old), Self.isID(new) {
                    ids[old] = new
                } else if !matches(old, new, path: place) {
                    return false
                }
            }
            return true
        case (.array(let before), .array(let now)) where before.count == now.count:
            for index in before.indices where !matches(before[index], now[index], path: "\(path)[\(index)]") {
                return false
            }
            return true
        case (.string(let before), .string(let now)) where Self.isUUID(before) && Self.isUUID(now):
            ids[recorded] = actual
            return true
        default: return differ(path, recorded, actual)
        }
    }

    private mutating func differ(_ path: String, _ recorded: NativeValue?, _ actual: NativeValue?) -> Bool {
        difference = (path, recorded, actual)
        return false
    }

    private static func isID(_ value: NativeValue) -> Bool { value.string != nil || value.number != nil }

    private static func isUUID(_ text: String) -> Bool { text.utf8.count == 36 && UUID(uuidString: text) != nil }

    /// Returns a recorded value with the ids of this run.
    func renamed(_ value: NativeValue) -> NativeValue {
        if ids.isEmpty { return value }
        switch value {
        case .array(let elements): return .array(elements.map { renamed($0) })
        case .object(let members):
            return .object(
                Dictionary(
                    uniqueKeysWithValues: members.map { name, value in
                        let isID = Self.idNames.contains(name) || value.string.map(Self.isUUID) == true
                        return (name, isID ? ids[value] ?? renamed(value) : renamed(value))
                    }))
        default: return ids[value].flatMap { value.string.map(Self.isUUID) == true ? $0 : nil } ?? value
        }
    }
}
