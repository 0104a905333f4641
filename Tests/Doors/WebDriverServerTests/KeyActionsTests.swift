import HTTPMessages
import Testing

@testable import WebDriverServer

/// The actions that type texts.
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
}
