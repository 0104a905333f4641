public import Foundation
import ProcessFiles

/// A recording of the calls between pages and their native half, read from a file. The guide NativeHalf describes the format.
public struct BridgeRecording: Sendable {
    /// A reply to a call.
    struct Reply: Sendable, Equatable {
        var outcome: NativeCall.Outcome
        /// Whether the reply is the last one of its call.
        var isLast: Bool
    }

    /// An action of the native half.
    enum Step: Sendable, Equatable {
        /// A reply to the call with an index in ``BridgeRecording/calls``.
        case reply(Reply, to: Int)
        case event(BridgeEvent)
    }

    /// A call of a page.
    struct Call: Sendable {
        var handler: String
        var body: NativeValue
        /// The page's identifier of the call; nil for none.
        var id: String?
        /// The line number of the call in the file.
        var line: Int
        /// The replies that follow the call, and the events between the call and the next call or command.
        var steps: [Step] = []
        /// Whether the recording has a reply.
        var isAnswered = false
        /// Whether the recording has the last reply.
        var isOver = false
        /// Whether the method replies repeatedly.
        var isRepeating = false
    }

    /// A command of a test.
    struct Command: Sendable {
        var command: NativeValue
        /// The events between the command and the next call or command, and the later replies to earlier calls.
        var steps: [Step] = []
    }

    /// The file name for errors.
    let name: String
    private(set) var calls: [Call] = []
    private(set) var commands: [Command] = []
    /// The contents of the app's files by path, in the order in which pages loaded them; nil for a missing file.
    private(set) var files: [String: [Data?]] = [:]
    /// The names of the plugins whose events are recorded.
    private(set) var eventPlugins: Set<String> = []
    private var places: [Double: Int] = [:]
    /// The number of commands before each call.
    private var commandsBefore: [Int] = []
    /// Whether the latest call or command is a command.
    private var isAfterCommand = false
    /// The events before the first call or command.
    private var firstEvents: [Step] = []

    /// Reads a file.
    ///
    /// - Throws: ``NativeCallError`` with the number of the first invalid or incomplete line.
    public init(path: String) throws(NativeCallError) {
        let bytes: Data
        do { bytes = try Data(contentsOf: URL(fileURLWithPath: path)) } catch {
            throw NativeCallError("\(path) cannot be read: \(error.fileReason)")
        }
        try self.init(bytes, name: path)
    }

    /// Reads the bytes of a file.
    ///
    /// - Parameter name: the file name for errors.
    /// - Throws: ``NativeCallError`` with the number of the first invalid or incomplete line.
    public init(_ bytes: Data, name: String) throws(NativeCallError) {
        self.name = name
        var lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
        // A complete file ends with a line feed, so that the last element is empty.
        let isWhole = lines.last?.isEmpty ?? false
        if isWhole { lines.removeLast() }
        guard !lines.isEmpty else { throw error("the file is empty: it has no header", 1) }
        for (index, line) in lines.enumerated() {
            let number = index + 1
            guard isWhole || number < lines.count else {
                throw error("the line is incomplete. Remove the line to replay the rest, or record again", number)
            }
            let record: NativeValue
            do throws(NativeCallError) { record = try NativeValue(json: Data(line)) } catch {
                throw self.error("the line is not a record. \(error.message)", number)
            }
            if index == 0 { try check(header: record) } else { try add(record, number) }
        }
    }

    private func error(_ message: String, _ line: Int) -> NativeCallError {
        NativeCallError(message, file: name, line: line)
    }

    private func check(header: NativeValue) throws(NativeCallError) {
        guard header["format"]?.string == BridgeRecord.format else {
            throw error("the first line is not the header of a \(BridgeRecord.format)", 1)
        }
        let version = header["version"]?.number
        guard version == Double(BridgeRecord.version) else {
            let text = version.map { NativeValue.number($0).json } ?? "unknown"
            throw error(
                "the recording has the version \(text), and this program reads version \(BridgeRecord.version)", 1)
        }
    }

    // MARK: Records

    private mutating func add(_ record: NativeValue, _ line: Int) throws(NativeCallError) {
        if let number = record["call"]?.number {
            try addCall(number, record, line)
        } else if let number = record["reply"]?.number {
            try addReply(number, record, line)
        } else if record["event"]?.string != nil {
            guard record["direction"]?.string == BridgeRecord.Direction.toPage.rawValue else { return }
            guard let event = BridgeEvent(record: record) else { throw error("the event has an unknown target", line) }
            if case .plugin(let name) = event.target { eventPlugins.insert(name) }
            addToLatest(.event(event))
        } else if let command = record["command"] {
            commands.append(Command(command: command, steps: takeFirstEvents()))
            isAfterCommand = true
        } else if let path = record["file"]?.string {
            files[path, default: []].append(try fileData(record["data"], line))
        } else {
            throw error("the line is neither a call nor a reply, an event, a command or a file", line)
        }
    }

    private mutating func addCall(_ number: Double, _ record: NativeValue, _ line: Int) throws(NativeCallError) {
        guard let handler = record["handler"]?.string, let body = record["body"] else {
            throw error("a call has no handler or no body", line)
        }
        guard places.updateValue(calls.count, forKey: number) == nil else {
            throw error("the recording already has a call \(NativeValue.number(number).json)", line)
        }
        calls.append(
            Call(
                handler: handler, body: body, id: record["id"]?.string, line: line, steps: takeFirstEvents()))
        commandsBefore.append(commands.count)
        isAfterCommand = false
    }

    private mutating func addReply(_ number: Double, _ record: NativeValue, _ line: Int) throws(NativeCallError) {
        guard let place = places[number], !calls[place].isOver else {
            throw error("the reply \(NativeValue.number(number).json) belongs to no call", line)
        }
        let failure = NativeCallError(members: record)
        let reply = Reply(
            outcome: failure.map { .failure($0) } ?? .success(record["value"] ?? .undefined),
            isLast: record["isLast"]?.bool ?? true)
        // A method that replies once answers the call. Any other reply answers a command of a test, if there was one in between.
        if calls[place].isAnswered || !reply.isLast, commandsBefore[place] < commands.count {
            commands[commands.count - 1].steps.append(.reply(reply, to: place))
        } else {
            calls[place].steps.append(.reply(reply, to: place))
        }
        calls[place].isRepeating = calls[place].isRepeating || !reply.isLast
        calls[place].isAnswered = true
        calls[place].isOver = reply.isLast
    }

    private mutating func addToLatest(_ step: Step) {
        if isAfterCommand {
            commands[commands.count - 1].steps.append(step)
        } else if calls.isEmpty {
            firstEvents.append(step)
        } else {
            calls[calls.count - 1].steps.append(step)
        }
    }

    private mutating func takeFirstEvents() -> [Step] {
        defer { firstEvents = [] }
        return firstEvents
    }

    private func fileData(_ value: NativeValue?, _ line: Int) throws(NativeCallError) -> Data? {
        guard let value, value != .null else { return nil }
        guard let data = value.string.flatMap({ Data(base64Encoded: $0) }) else {
            throw error("the bytes of the file are not Base64", line)
        }
        return data
    }
}
