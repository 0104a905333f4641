import Foundation
import Testing

@testable import PagePreview

@Suite("Viewers' messages") struct ViewerMessageTests {
    private func read(_ json: String) throws -> ViewerMessage {
        try JSONDecoder().decode(ViewerMessage.self, from: Data(json.utf8))
    }

    @Test func `a pointer message is read with its place, buttons and modifiers`() throws {
        let json = #"{"type":"pointer","action":"press","x":1.5,"y":2,"button":3,"held":2,"modifiers":5}"#
        guard case .input(.pointer(.press, let point, 3, 2, let modifiers, nil)) = try read(json) else {
            Issue.record("another message")
            return
        }
        #expect(point == CGPoint(x: 1.5, y: 2))
        #expect(modifiers == [.shift, .alt])
    }

    @Test(arguments: ["move", "leave"], ["", #","button":0"#, #","button":-1"#, #","button":1e300"#])
    func `a move and a leave need no button, and ignore one`(action: String, button: String) throws {
        let json = "{\"type\":\"pointer\",\"action\":\"\(action)\",\"x\":1,\"y\":2\(button),\"held\":1}"
        guard case .input(.pointer(let read, CGPoint(x: 1, y: 2), _, 1, _, nil)) = try read(json) else {
            Issue.record("another message")
            return
        }
        #expect(read.rawValue == action)
    }

    @Test func `each control is read from its name, and a device of null as none`() throws {
        for name in ["back", "forward", "reload", "stop", "rotate", "light", "dark", "online", "offline"] {
            guard case .control(let control) = try read("{\"type\":\"\(name)\"}") else {
                Issue.record("another message")
                continue
            }
            #expect(control.rawValue == name)
        }
        guard case .device(nil) = try read(#"{"type":"device","name":null}"#) else {
            Issue.record("another message")
            return
        }
    }

    @Test(arguments: [
        "", "null", "[]", "{}", #"{"type":"explode"}"#, #"{"type":"pointer","action":"press","x":1}"#,
        #"{"type":"pointer","action":"sit","x":1,"y":1}"#, #"{"type":"pointer","action":"move","x":"1","y":1}"#,
        #"{"type":"pointer","action":"press","x":1,"y":1,"button":99999999999}"#,
        #"{"type":"pointer","action":"press","x":1,"y":1,"button":0}"#,
        #"{"type":"pointer","action":"press","x":1,"y":1,"clicks":0}"#,
        #"{"type":"touch","action":"begin","x":1,"y":1,"finger":10}"#,
        #"{"type":"touch","action":"press","x":1,"y":1}"#,
        #"{"type":"pointer","action":"release","x":1,"y":1,"button":4}"#,
        #"{"type":"pointer","action":"press","x":1,"y":1,"button":1e300}"#,
        #"{"type":"pointer","action":"move","x":1,"y":1,"held":-1}"#, #"{"type":"key","action":"press"}"#,
    ])
    func `a malformed message is refused`(json: String) {
        #expect(throws: (any Error).self) { try read(json) }
    }

    @Test func `the place of a pointer is bounded`() throws {
        guard
            case .input(.pointer(.move, let point, _, _, _, _)) = try read(
                #"{"type":"pointer","action":"move","x":1e300,"y":-1e300}"#)
        else {
            Issue.record("another message")
            return
        }
        #expect(point == CGPoint(x: 1e5, y: -1e5))
    }
}
