import Foundation
import Testing

@testable import Simulator

/// Tests of recordings that are cut short or damaged.
struct CutRecordingTests {
    /// A recording with every kind of record, and with characters of several bytes.
    private static let text = """
        \(BridgeRecord.header)\
        {"time":1,"call":1,"handler":"Geolocation.watchPosition","id":"7","body":{"name":"ü€😀","at":{"$date":5}}}
        {"time":2,"reply":1,"isLast":false,"value":{"latitude":1.5}}
        {"time":3,"event":"networkStatusChange","plugin":"Network","direction":"toPage","detail":{"connected":false}}
        {"time":4,"command":{"phone":{"isConnected":false}}}
        {"time":5,"file":"/tmp/photo.png","data":"iVBORw0KGgo="}
        {"time":6,"reply":1,"error":"no signal","code":"2","data":{"a":[null,true]}}

        """

    @Test func `a recording that is cut at any byte has its complete lines, or an error with the incomplete line`()
        throws
    {
        let bytes = Array(Self.text.utf8)
        let ends = bytes.indices.filter { bytes[$0] == 10 }.map { $0 + 1 }
        for count in 0...bytes.count {
            let line = ends.count { $0 <= count } + 1
            do {
                _ = try BridgeRecording(Data(bytes.prefix(count)), name: "bridge.jsonl")
                #expect(ends.contains(count), "cut after \(count) bytes")
            } catch {
                #expect(!ends.contains(count), "cut after \(count) bytes: \(error)")
                #expect(error.line == line && error.file == "bridge.jsonl", "cut after \(count) bytes: \(error)")
            }
        }
    }

    @Test func `a recording with a changed byte has an error with a line, or is another recording`() throws {
        let bytes = Array(Self.text.utf8)
        let lines = bytes.count { $0 == 10 }
        for index in bytes.indices {
            for byte in [0, 10, 34, 92, 125, 255] as [UInt8] where byte != bytes[index] {
                var changed = bytes
                changed[index] = byte
                do {
                    _ = try BridgeRecording(Data(changed), name: "bridge.jsonl")
                } catch {
                    let line = try #require(error.line, "byte \(index) is \(byte): \(error)")
                    #expect((1...lines + 1).contains(line), "byte \(index) is \(byte): \(error)")
                }
            }
        }
    }
}
