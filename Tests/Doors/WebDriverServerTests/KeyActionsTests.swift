import Foundation
import HTTPMessages
import Testing

@testable import WebDriverServer

/// Keys that WebKitWebDriver cannot type by itself.
struct KeyActionsTests {
    private func keys(_ body: JSONValue) -> [String] {
        guard case .object(let members) = body, case .array(let sources)? = members["actions"],
            case .object(let source)? = sources.first, case .array(let actions)? = source["actions"]
        else { return [] }
        return actions.compactMap { action in
            guard case .object(let members) = action, case .string(let type)? = members["type"] else { return nil }
            guard case .string(let value)? = members["value"] else { return type }
            return (type == "keyDown" ? "+" : "-") + value
        }
    }

    @Test(arguments: ["", "a", "é汉", "\u{E008}a\u{E007}", "\u{FFFD}"])
    func `WebKitWebDriver types texts of single code units without Keys.NULL`(text: String) {
        #expect(KeyActions.canBeTyped(text))
    }

    @Test(arguments: ["😀", "a\u{10000}", "\u{E000}"])
    func `WebKitWebDriver does not type pairs of code units and Keys.NULL`(text: String) {
        #expect(!KeyActions.canBeTyped(text))
    }

    @Test func `a modifier stays down until it comes again, until Keys.NULL, or the end`() {
        let (shift, right, control, null) = ("\u{E008}", "\u{E050}", "\u{E009}", "\u{E000}")
        #expect(keys(KeyActions.typing("a😀")) == ["+a", "-a", "+😀", "-😀"])
        #expect(
            keys(KeyActions.typing(shift + "a" + shift + "b")) == ["+" + shift, "+a", "-a", "-" + shift, "+b", "-b"])
        #expect(
            keys(KeyActions.typing(shift + "a" + right + "b")) == ["+" + shift, "+a", "-a", "-" + shift, "+b", "-b"])
        #expect(keys(KeyActions.typing(control + null + "a")) == ["+" + control, "-" + control, "+a", "-a"])
        #expect(keys(KeyActions.typing(shift + "a")) == ["+" + shift, "+a", "-a", "-" + shift])
        #expect(keys(KeyActions.typing(null)) == [])
        #expect(
            keys(KeyActions.typing(shift + "😀")) == ["+" + shift, "-" + shift, "+😀", "-😀", "+" + shift, "-" + shift])
    }

    @Test func `a key of several characters is several keys, and other sources pause meanwhile`() throws {
        let body: JSONValue = [
            "actions": [
                [
                    "type": "key", "id": "k",
                    "actions": [["type": "keyDown", "value": "e\u{301}"], ["type": "keyUp", "value": "e\u{301}"]],
                ],
                ["type": "pointer", "id": "p", "actions": [["type": "pointerDown", "button": 0]]],
                [
                    "type": "none", "id": "n",
                    "actions": [["type": "pause", "duration": 5], ["type": "pause"], ["type": "pause"]],
                ],
            ]
        ]
        let separated = try JSONValue(json: KeyActions.separated(body.data))
        let pause: JSONValue = ["type": "pause", "duration": 0]
        #expect(
            separated == [
                "actions": [
                    [
                        "type": "key", "id": "k",
                        "actions": [
                            ["type": "keyDown", "value": "e"], ["type": "keyUp", "value": "e"],
                            ["type": "keyDown", "value": "\u{301}"], ["type": "keyUp", "value": "\u{301}"],
                        ],
                    ],
                    ["type": "pointer", "id": "p", "actions": [["type": "pointerDown", "button": 0], pause, pause]],
                    [
                        "type": "none", "id": "n",
                        "actions": [
                            ["type": "pause", "duration": 5], pause, pause, ["type": "pause"], ["type": "pause"],
                        ],
                    ],
                ]
            ])
    }

    @Test(arguments: [
        "", "[]", #"{"actions":1}"#, #"{"actions":[{"type":"key","actions":[{"type":"keyDown","value":"ab"}]}]}"#,
    ])
    func `other bodies stay as they are`(body: String) {
        #expect(KeyActions.separated(Data(body.utf8)) == Data(body.utf8))
    }
}
