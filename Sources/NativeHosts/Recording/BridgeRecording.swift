public import Foundation

/// A recording of the calls between pages and their native half, read from a file. The guide NativeHosts describes the format.
public struct BridgeRecording: Sendable {
    /// An event that the native half fired.
    struct Event: Sendable, Equatable {
        var name: String
        var detail: NativeValue
    }

    /// A reply to a call.
    struct Reply: Sendable, Equatable {
        var outcome: NativeCall.Outcome
        /// Whether the reply is the last one of its call.
        var isLast: Bool
    }

    /// A call with its replies.
    struct Call: Sendable {
        var handler: String
        var body: NativeValue
        /// The line number of the call in the file.
        var line: Int
        /// The replies in their order; empty where the recording ends before the first reply.
        var replies: [Reply] = []
        /// The events to the page between this call and the next one.
        var events: [Event] = []
    }

    /// The file name for errors.
    let name: String
    private(set) var calls: [Call] = []
    private var places: [Double: Int] = [:]

    /// Reads a file.
    ///
    /// - Throws: ``NativeCallError`` with the number of the first invalid or incomplete line.
    public init(path: String) throws(NativeCallError) {
        guard let bytes = FileManager.default.contents(atPath: path) else {
            throw NativeCallError("\(path) cannot be read")
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

    private mutating func add(_ record: NativeValue, _ line: Int) throws(NativeCallError) {
        if let number = record["call"]?.number {
            guard let handler = record["handler"]?.string, let body = record["body"] else {
                throw error("a call has no handler or no body", line)
            }
            guard places.updateValue(calls.count, forKey: number) == nil else {
                throw error("the recording already has a call \(NativeValue.number(number).json)", line)
            }
            calls.append(Call(handler: handler, body: body, line: line))
        } else if let number = record["reply"]?.number {
            guard let place = places[number], calls[place].replies.last?.isLast != true else {
                throw error("the reply \(NativeValue.number(number).json) belongs to no call", line)
            }
            let failure = NativeCallError(members: record)
            calls[place].replies.append(
                Reply(
                    outcome: failure.map { .failure($0) } ?? .success(record["value"] ?? .undefined),
                    isLast: record["isLast"]?.bool ?? true))
        } else if let event = record["event"]?.string {
            guard record["direction"]?.string == BridgeRecord.Direction.toPage.rawValue, !calls.isEmpty else { return }
            calls[calls.count - 1].events.append(Event(name: event, detail: record["detail"] ?? .null))
        } else {
            throw error("the line is neither a call nor a reply nor an event", line)
        }
    }
}
