import Foundation
import HTTPMessages
import Testing

@testable import WebDriverServer

/// Perform Actions with touch pointers.
struct TouchActionsTests {
    private func pointer(_ kind: String, _ actions: JSONValue) -> JSONValue {
        ["type": "pointer", "id": .string(kind), "parameters": ["pointerType": .string(kind)], "actions": actions]
    }

    private func read(_ sources: JSONValue...) throws -> TouchActions? {
        try TouchActions((["actions": .array(sources)] as JSONValue).data)
    }

    @Test func `bodies without touch pointers, and malformed ones, stay as they are`() throws {
        #expect(try read(pointer("mouse", [["type": "pointerDown", "button": 0]])) == nil)
        #expect(try read(["type": "pointer", "id": "p", "actions": []]) == nil)
        #expect(try read(pointer("touch", [1])) == nil)
        #expect(try read(["type": "pointer", "parameters": ["pointerType": "touch"], "actions": []]) == nil)
        #expect(try TouchActions(Data("{".utf8)) == nil)
    }

    @Test(
        "An invalid action of a touch pointer is an error",
        arguments: [["type": "pointerFoo"], ["type": "pointerMove"], ["type": "pointerMove", "x": 1, "y": "2"]]
            as [JSONValue])
    func invalidAction(action: JSONValue) throws {
        let error = #expect(throws: WebDriverError.self) {
            _ = try read(pointer("touch", [["type": "pointerDown"], action]))
        }
        #expect(error?.code == .invalidArgument)
    }

    @Test func `other sources act in their ticks, unless they only pause`() throws {
        let key: JSONValue = [
            "type": "key", "id": "k", "actions": [["type": "pause"], ["type": "keyDown", "value": "a"]],
        ]
        let none: JSONValue = ["type": "none", "id": "n", "actions": [["type": "pause", "duration": 0]]]
        let touch = pointer(
            "touch",
            [["type": "pointerMove", "x": 1, "y": 2, "duration": 160], ["type": "pointerDown"], ["type": "pointerUp"]])
        let actions = try #require(try read(touch, key, none))
        #expect(actions.ticks == 3)
        #expect(actions.others(in: 0) == nil)
        #expect(
            actions.others(in: 1) == [
                "actions": [["type": "key", "id": "k", "actions": [["type": "keyDown", "value": "a"]]]]
            ])
        #expect(actions.others(in: 2) == nil)
        #expect(actions.duration(of: 0) == .milliseconds(160))
        #expect(actions.steps(of: 0) == 10)
        #expect(actions.steps(of: 1) == 1)
    }
}
