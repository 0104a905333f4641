import Foundation
import Testing

@testable import SWWebView

struct CommandMessageTests {
    /// The parts of a message that remain when its bytes are gone.
    struct Read: Equatable {
        var flaw: String?
        var streamID: String?
        var promiseIndex: Int?
        var path: String
        var body: String
    }

    static func read(_ bytes: [UInt8]) -> Read {
        bytes.withUnsafeBytes {
            let message = CommandMessage($0)
            return Read(
                flaw: message.flaw, streamID: message.streamID, promiseIndex: message.promiseIndex, path: message.path,
                body: String(decoding: message.body, as: UTF8.self))
        }
    }

    static func read(_ text: String) -> Read { read(Array(text.utf8)) }

    @Test(arguments: [
        #"{"streamID":"s","promiseIndex":7,"path":"/p","body":{"a":[1]}}"#,
        #"{"body":{"a":[1]},"path":"/p","promiseIndex":7,"streamID":"s"}"#,
        #"{"other":[{"streamID":"x"}],"promiseIndex":7,"body":{"a":[1]},"more":null,"streamID":"s","path":"/p"}"#,
        "\n{ \"path\" : \"/p\" ,\t\"streamID\":\"s\",\"promiseIndex\": 7 , \"body\": {\"a\":[1]} } ",
    ])
    func `a command is read in any order of its members, among unknown ones and spaces`(_ text: String) {
        #expect(Self.read(text) == Read(streamID: "s", promiseIndex: 7, path: "/p", body: #"{"a":[1]}"#))
    }

    @Test(arguments: [(#""AQID""#, [1, 2, 3]), (#""""#, [])] as [(String, [UInt8])])
    func `bytes come as Base64`(_ text: String, _ bytes: [UInt8]) {
        Array(#"{"path":"/p","body":1,"bytes":\#(text)}"#.utf8).withUnsafeBytes {
            let message = CommandMessage($0)
            #expect(message.flaw == nil)
            #expect(message.bytes == Data(bytes))
        }
    }

    @Test(arguments: [#""A%==""#, #""AAA""#, "1", "null", "[]", #""A\u0041==""#])
    func `a message whose bytes are no Base64 is flawed`(_ bytes: String) {
        #expect(
            Self.read(#"{"path":"/p","body":1,"bytes":\#(bytes)}"#).flaw
                == "it is not a command: “bytes” is not Base64")
    }

    @Test func `the last of several members of one name counts`() {
        let text =
            #"{"streamID":"a","streamID":"s","promiseIndex":1,"promiseIndex":2,"path":"/a","path":"/p","body":1,"body":2}"#
        #expect(Self.read(text) == Read(streamID: "s", promiseIndex: 2, path: "/p", body: "2"))
    }

    @Test func `text beyond ASCII is read from a command, escaped or not`() {
        let text = "{\"streamID\":\"ß\",\"promiseIndex\":0,\"path\":\"/\\u00e9🙂\",\"body\":\"🙂\u{2028}\"}"
        #expect(Self.read(text) == Read(streamID: "ß", promiseIndex: 0, path: "/é🙂", body: "\"🙂\u{2028}\""))
        #expect(Self.read(#"{"p\u0061th":"/p","body":null}"#).path == "/p")
    }

    @Test(arguments: [
        "", "null", "[]", "\"text\"", "1", "{", "{\"path\"", "{path:1}", #"{"path":"/p","body":1"#,
        #"{"path":"/p","body":1}x"#, #"{"path":"/p","body":1,}"#, #"{"path":"/p","body":}"#, #"{"path":"/p" "body":1}"#,
        #"{"streamID":"s","promiseIndex":1,"path":"/p","body":nope}"#,
    ])
    func `a message that is not JSON is flawed and names no stream and no promise`(_ text: String) {
        let message = Self.read(text)
        #expect(message.flaw == "it is not a command: the message is not JSON")
        #expect(message.streamID == nil)
        #expect(message.promiseIndex == nil)
    }

    @Test(arguments: [
        (#"{"streamID":"s","promiseIndex":1}"#, "“path” is missing or empty"),
        (#"{"streamID":"s","promiseIndex":1,"path":"","body":1}"#, "“path” is missing or empty"),
        (#"{"streamID":"s","promiseIndex":1,"path":"/p"}"#, "“body” is missing"),
        (#"{"streamID":"s","promiseIndex":1,"path":1,"body":1}"#, "“path” is not text"),
    ])
    func `a command without a usable path or body is flawed and still names its sender`(
        _ text: String, _ flaw: String
    ) {
        let message = Self.read(text)
        #expect(message.flaw == "it is not a command: \(flaw)")
        #expect(message.streamID == "s")
        #expect(message.promiseIndex == 1)
    }

    @Test(arguments: [
        (#"{"streamID":1,"promiseIndex":1,"path":"/p","body":1}"#, "“streamID” is not text"),
        (#"{"streamID":"s","promiseIndex":-1,"path":"/p","body":1}"#, "“promiseIndex” is not a whole number from 0 up"),
        (
            #"{"streamID":"s","promiseIndex":1.5,"path":"/p","body":1}"#,
            "“promiseIndex” is not a whole number from 0 up"
        ),
        (
            #"{"streamID":"s","promiseIndex":"1","path":"/p","body":1}"#,
            "“promiseIndex” is not a whole number from 0 up"
        ),
    ])
    func `a command with a wrong streamID or promiseIndex is flawed and lacks that member`(
        _ text: String, _ flaw: String
    ) {
        let message = Self.read(text)
        #expect(message.flaw == "it is not a command: \(flaw)")
        #expect(message.streamID == nil || message.promiseIndex == nil)
    }

    @Test func `a command whose body is nested over 512 levels deep is flawed`() {
        let body = String(repeating: "[", count: 600) + String(repeating: "]", count: 600)
        let message = Self.read(#"{"streamID":"s","promiseIndex":1,"path":"/p","body":\#(body)}"#)
        #expect(message.flaw == "it is not a command: “body” is nested over 512 levels deep")
        #expect(message.promiseIndex == 1)
    }

    @Test func `a command that is cut short at any byte is flawed`() {
        let bytes = Array(
            #"{"streamID":"a\u00e9","promiseIndex":12,"path":"/p\\","body":{"a":[true,-1.5e3,"é"]}}"#.utf8)
        for count in 0..<bytes.count { #expect(Self.read(Array(bytes.prefix(count))).flaw != nil, "\(count) bytes") }
        #expect(Self.read(bytes).flaw == nil)
    }

    @Test func `a command with bytes in its body that are not UTF-8 is not flawed`() {
        let bytes = Array(#"{"path":"/p","body":""#.utf8) + [0xFF, 0xC0, 0x80] + Array("\"}".utf8)
        #expect(Self.read(bytes).flaw == nil)
    }
}
