import Foundation
import TestSupport
import Testing

@testable import Simulator

struct BridgeRecordingTests {
    private static let frame = NativeFrame(isMainFrame: true, url: "sw://a.example/", origin: "sw://a.example")

    private func call(_ number: Int, _ handler: String, _ body: NativeValue) -> BridgeRecord {
        .call(
            NativeCall(
                number: number, handler: handler, world: nil, body: body, frame: Self.frame, date: Date(), outcome: nil)
        )
    }

    private func recording(_ records: [BridgeRecord], redacting: Set<String> = []) throws -> BridgeRecording {
        let lines = records.map { $0.line(time: 1, redacting: redacting) }.joined()
        return try BridgeRecording(Data((BridgeRecord.header + lines).utf8), name: "bridge.jsonl")
    }

    @MainActor
    private func failure(_ replay: BridgeReplay, _ handler: String, _ body: NativeValue) -> String? {
        do {
            _ = try replay.answer(handler, body: body)
            return nil
        } catch { return error.message }
    }

    private var two: [BridgeRecord] {
        [
            call(1, "camera", ["quality": 5]), call(2, "camera", ["quality": 6]),
            .reply(call: 2, .failure(NativeCallError("no"))), .reply(call: 1, .success("photo")),
            .event(BridgeEvent("saved", detail: [1]), direction: .toPage, frame: nil),
        ]
    }

    @Test("Calls are answered by handler and body in any order, and again") @MainActor
    func anyOrder() throws {
        let replay = BridgeReplay(try recording(two), isStrict: false)
        #expect(replay.handlerNames == ["camera"])
        let second = try replay.answer("camera", body: ["quality": 6])
        #expect(second.replies == [BridgeRecording.Reply(outcome: .failure(NativeCallError("no")), isLast: true)])
        #expect(second.events == [BridgeEvent("saved", detail: [1])])
        for _ in 0..<3 {
            #expect(try replay.answer("camera", body: ["quality": 5]).replies.last?.outcome == .success("photo"))
        }
    }

    @Test("The error for an unrecorded call names the call and the difference") @MainActor
    func changedCall() throws {
        let replay = BridgeReplay(try recording(two), isStrict: false)
        #expect(
            failure(replay, "camera", ["quality": 7])
                == "No answer is recorded for camera({\"quality\":7}): body.quality is 7, and 5 in bridge.jsonl:2")
        #expect(
            failure(replay, "scan", nil)
                == "No answer is recorded for scan(null): no call to this handler is recorded")
    }

    @Test("A strict replay requires the recording's order, and no more calls") @MainActor
    func strict() throws {
        let replay = BridgeReplay(try recording(two), isStrict: true)
        #expect(failure(replay, "camera", ["quality": 6]) != nil)
        #expect(failure(replay, "scan", nil)?.hasSuffix("bridge.jsonl:2 is a call to “camera”") == true)
        #expect(try replay.answer("camera", body: ["quality": 5]).replies.last?.outcome == .success("photo"))
        #expect(
            try replay.answer("camera", body: ["quality": 6]).replies.last?.outcome == .failure(NativeCallError("no")))
        #expect(failure(replay, "camera", ["quality": 5])?.hasSuffix("the recording has no more calls") == true)
    }

    @Test("A call receives its replies in their order, and errors keep their codes") @MainActor
    func severalReplies() throws {
        let error = NativeCallError("gone", code: "E1", data: ["at": 3])
        let replay = BridgeReplay(
            try recording([
                call(1, "Geolocation.watchPosition", [:]), .reply(call: 1, .success(1), isLast: false),
                .reply(call: 1, .success(2), isLast: false), .reply(call: 1, .failure(error)),
            ]), isStrict: false)
        let replies = try replay.answer("Geolocation.watchPosition", body: [:]).replies
        #expect(replies.map(\.outcome) == [.success(1), .success(2), .failure(error)])
        #expect(replies.map(\.isLast) == [false, false, true])
    }

    @Test("Later replies and events belong to the command that caused them") @MainActor
    func commands() throws {
        let (keyboard, moved) = (BridgeEvent("keyboardDidShow", to: .plugin("Keyboard")), BridgeEvent("moved"))
        let replay = BridgeReplay(
            try recording([
                .event(keyboard, direction: .toPage, frame: nil), call(1, "Geolocation.watchPosition", [:]),
                .reply(call: 1, .success(1), isLast: false), .command(["phone": ["location": 2]]),
                .event(moved, direction: .toPage, frame: nil), .reply(call: 1, .success(2), isLast: false),
                .command(["phone": ["location": 2]]), .reply(call: 1, .success(3)),
            ]), isStrict: false)
        #expect(replay.steps(after: ["phone": ["location": 9]]) == nil)
        let answer = try replay.answer("Geolocation.watchPosition", body: [:])
        let first = BridgeRecording.Reply(outcome: .success(1), isLast: false)
        #expect(answer.steps == [.event(keyboard), .reply(first, to: 0)])
        #expect(answer.isOpen)
        let second = BridgeRecording.Reply(outcome: .success(2), isLast: false)
        #expect(replay.steps(after: ["phone": ["location": 2]]) == [.event(moved), .reply(second, to: 0)])
        let third = BridgeRecording.Reply(outcome: .success(3), isLast: true)
        #expect(replay.steps(after: ["phone": ["location": 2]]) == [.reply(third, to: 0)])
        #expect(replay.steps(after: ["phone": ["location": 2]]) == nil)
        #expect(replay.repeatingNames == ["Geolocation.watchPosition"])
        #expect(replay.eventPlugins == ["Keyboard"])
    }

    @Test(
        "Events keep their targets in a file",
        arguments: [
            BridgeEvent.Target.frames, .plugin("App"), .document, .window, .message, .function,
        ])
    @MainActor
    func targets(_ target: BridgeEvent.Target) throws {
        let event = BridgeEvent("name", to: target, detail: ["a": 1])
        let found = try recording([call(1, "a", nil), .event(event, direction: .toPage, frame: nil)]).calls[0].steps
        #expect(found == [.event(event)])
    }

    @Test("A page receives the recorded contents of a file in their order, and the last one again") @MainActor
    func files() throws {
        let replay = BridgeReplay(
            try recording([
                .file(path: "/a", Data([1])), .file(path: "/a", nil), .file(path: "/a", Data([2])),
            ]), isStrict: false)
        #expect(replay.file("/b") == .none)
        #expect(replay.file("/a") == .some(Data([1])))
        #expect(replay.file("/a") == .some(nil))
        for _ in 0..<2 { #expect(replay.file("/a") == .some(Data([2]))) }
    }

    @Test("Answers of a long recording are found without a search through all calls") @MainActor
    func manyCalls() throws {
        let count = 20_000
        let records = (0..<count).flatMap { index -> [BridgeRecord] in
            [
                call(index + 1, "next", ["callbackId": .number(Double(index)), "kind": .number(Double(index % 2))]),
                .reply(call: index + 1, .success(.number(Double(index)))),
            ]
        }
        let replay = BridgeReplay(try recording(records), isStrict: false)
        for index in 0..<count {
            let body: NativeValue = ["callbackId": .number(Double(index) - 1e6), "kind": .number(Double(index % 2))]
            let answer = try replay.answer("next", body: body).replies.last?.outcome
            guard answer == .success(.number(Double(index))) else {
                Issue.record("\(index): \(String(describing: answer))")
                return
            }
        }
    }

    @Test("A replayed answer has the ids of the new run") @MainActor
    func ids() throws {
        let (old, new) = (UUID().uuidString, UUID().uuidString)
        let replay = BridgeReplay(
            try recording([
                call(1, "bridge", ["callbackId": "17", "id": 4, "key": .string(old)]),
                .reply(call: 1, .success(["callbackId": "17", "echo": .string(old), "id": 4])),
            ]), isStrict: false)
        #expect(
            try replay.answer("bridge", body: ["callbackId": "99", "id": 4, "key": .string(new)]).replies.last?.outcome
                == .success(["callbackId": "99", "echo": .string(new), "id": 4]))
        #expect(failure(replay, "bridge", ["callbackId": "99", "id": 5, "key": .string(new)]) != nil)
    }

    @Test("A body with the identifier of an earlier call matches, and NaN and random boundaries match") @MainActor
    func identifiers() throws {
        let watch = NativeCall(
            number: 1, handler: "Geolocation.watchPosition", world: nil, body: [:], frame: Self.frame, date: Date(),
            outcome: nil, id: "17")
        let form = "multipart/form-data; boundary="
        let replay = BridgeReplay(
            try recording([
                .call(watch), .reply(call: 1, .success(1)), call(2, "Geolocation.clearWatch", ["id": "17"]),
                .reply(call: 2, .success(2)), call(3, "a", [.number(.nan)]), .reply(call: 3, .success(3)),
                call(4, "a", [.string(form + "x")]), .reply(call: 4, .success(4)),
            ]), isStrict: false)
        #expect(failure(replay, "Geolocation.clearWatch", ["id": "99"]) != nil)
        _ = try replay.answer("Geolocation.watchPosition", body: [:], id: "99")
        #expect(try replay.answer("Geolocation.clearWatch", body: ["id": "99"]).replies.last?.outcome == .success(2))
        #expect(try replay.answer("a", body: [.number(.nan)]).replies.last?.outcome == .success(3))
        #expect(try replay.answer("a", body: [.string(form + "y")]).replies.last?.outcome == .success(4))
    }

    @Test("Calls of several pages have different numbers in one file") @MainActor
    func severalPages() throws {
        let folder = try TemporaryFolder()
        let path = folder.url.path + "/bridge.jsonl"
        let recorder = try BridgeRecorder(path: path)
        for value in 1...2 {
            let half = NativeHalf(recorder: recorder)
            half.answerNext("Camera.getPhoto", with: .success(.number(Double(value))))
            half.perform("Camera.getPhoto", arguments: [:], frame: Self.frame, in: nil) { _, _ in
            } method: { _ in
                nil
            }
        }
        let replay = BridgeReplay(try BridgeRecording(path: path), isStrict: true)
        for value in 1...2 {
            let answer = try replay.answer("Camera.getPhoto", body: [:]).replies.last?.outcome
            #expect(answer == .success(.number(Double(value))))
        }
    }

    @Test("A call without a recorded answer is reported once") @MainActor
    func reportedOnce() throws {
        let half = NativeHalf(recording: try recording([call(1, "camera", nil), .reply(call: 1, .success(1))]))
        var notes: [NativeNote] = []
        half.hear = { notes.append($0) }
        half.perform("Camera.getPhoto", arguments: [:], frame: Self.frame, in: nil) { outcome, _ in
            #expect((try? outcome.get()) == nil)
        } method: { _ in
            nil
        }
        #expect(notes.count == 1)
        guard case .unrecorded = notes.first else { return #expect(Bool(false), "\(notes)") }
    }

    @Test("Redacted values are not in the file, and match any value") @MainActor
    func redaction() throws {
        let records = [
            call(1, "login", ["user": "a", "password": "secret"]),
            .reply(call: 1, .success(["list": [["token": "secret"]]])),
        ]
        #expect(!records.contains { $0.line(time: 0, redacting: ["password", "token"]).contains("secret") })
        let replay = BridgeReplay(try recording(records, redacting: ["password", "token"]), isStrict: false)
        #expect(
            try replay.answer("login", body: ["user": "a", "password": "other"]).replies.last?.outcome
                == .success(["list": [["token": "[redacted]"]]]))
    }

    @Test(
        "The error for an invalid recording names the line",
        arguments: [
            ("", 1, "empty"), ("{}\n", 1, "not the header"), ("nonsense\n", 1, "not a record"),
            ("{\"format\":\"swwebview bridge recording\",\"version\":2}\n", 1, "version 2"),
            ("HEADER{\"call\":1,\"handler\":\"a\",\"bo", 2, "incomplete"),
            ("HEADER{\"call\":1,\"handler\":\"a\",\"body\":1}", 2, "incomplete"),
            ("HEADER{\"call\":1,\"handler\":\"a\",\"body\":1}\n{\"reply\":2}\n", 3, "no call"),
            ("HEADER{\"call\":1,\"handler\":\"a\"}\n", 2, "no body"), ("HEADER\n", 2, "not a record"),
            ("HEADER{\"x\":1}\n", 2, "neither"), ("HEADER{\"event\":1}\n", 2, "neither"),
            ("HEADER{\"event\":\"a\",\"direction\":\"toPage\",\"target\":\"moon\"}\n", 2, "unknown target"),
            (
                "HEADER{\"event\":\"a\",\"direction\":\"toPage\",\"target\":\"window\",\"plugin\":\"B\"}\n", 2,
                "unknown target"
            ),
            ("HEADER{\"file\":\"/a\",\"data\":\"€\"}\n", 2, "not Base64"),
            ("HEADER{\"file\":\"/a\",\"data\":1}\n", 2, "not Base64"),
            (
                "HEADER{\"call\":1,\"handler\":\"a\",\"body\":1}\n{\"call\":1,\"handler\":\"a\",\"body\":1}\n", 3,
                "already"
            ),
        ])
    func malformed(_ text: String, _ line: Int, _ words: String) {
        let bytes = Data(text.replacing("HEADER", with: BridgeRecord.header).utf8)
        let error = #expect(throws: NativeCallError.self) { _ = try BridgeRecording(bytes, name: "bridge.jsonl") }
        #expect(error?.line == line)
        #expect(error?.message.contains(words) == true, "\(String(describing: error))")
    }

    @Test("A call without a recorded reply stays without a reply, and a note names it") @MainActor
    func unanswered() throws {
        let half = NativeHalf(recording: try recording([call(1, "camera", nil)]))
        var notes: [NativeNote] = []
        half.hear = { notes.append($0) }
        half.perform("camera", arguments: .null, frame: Self.frame, in: nil) { outcome, _ in
            Issue.record("\(outcome)")
        } method: { _ in
            1
        }
        #expect(notes.count == 1)
        guard case .warning(let text) = notes.first else { return #expect(Bool(false), "\(notes)") }
        #expect(text.hasPrefix("bridge.jsonl:2 "))
    }

    @Test("The first of several replies follows the command that it followed in the recording") @MainActor
    func firstReplyAfterCommand() async throws {
        let tap: NativeValue = ["notify": "form.tap"]
        let half = NativeHalf(
            .hotwire,
            recording: try recording([
                call(1, "form.connect", [:]), .command(tap), .reply(call: 1, .success(7), isLast: false),
            ]))
        var replies: [NativeCall.Outcome] = []
        half.perform("form.connect", arguments: [:], frame: Self.frame, in: nil) { outcome, _ in
            replies.append(outcome)
        } method: { _ in
            nil
        }
        #expect(replies.isEmpty)
        _ = try await half.command(tap)
        #expect(replies == [.success(7)])
    }

    @Test("A recorder writes whole lines, and no second recorder can use its file")
    func recorder() throws {
        let folder = try TemporaryFolder()
        let path = folder.url.path + "/bridge.jsonl"
        let recorder = try BridgeRecorder(path: path)
        for record in two { recorder.write(record) }
        #expect(try BridgeRecording(path: path).calls.count == 2)
        #expect(throws: NativeCallError("\(path): another process records into it")) {
            _ = try BridgeRecorder(path: path)
        }
        #expect(try BridgeRecording(path: path).calls.count == 2)
        #expect(throws: NativeCallError.self) { _ = try BridgeRecorder(path: folder.url.path) }
    }

    @Test("A full disk ends the recording with an error")
    func fullDisk() throws {
        let error = #expect(throws: NativeCallError.self) { _ = try BridgeRecorder(path: "/dev/full") }
        #expect(error?.message.contains("No space left") == true)
    }
}

extension BridgeReplay.Answer {
    fileprivate var replies: [BridgeRecording.Reply] {
        steps.compactMap { if case .reply(let reply, _) = $0 { reply } else { nil } }
    }

    fileprivate var events: [BridgeEvent] { steps.compactMap { if case .event(let event) = $0 { event } else { nil } } }
}
