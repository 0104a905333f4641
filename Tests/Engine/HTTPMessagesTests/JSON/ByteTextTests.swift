import Foundation
import HTTPMessages
import Testing

struct ByteTextTests {
    @Test(arguments: ["plain", "a \"quote\" and a \\", "line\nfeed\u{1}\u{1F}", "grüße 🙂", ""])
    func `a string that is written as JSON reads back as it was`(text: String) throws {
        #expect(try JSONDecoder().decode(String.self, from: Data(JSONText.string(text).utf8)) == text)
    }

    @Test func `line breaks within an appended line become spaces`() {
        var text = ByteText("<")
        text.append(line: "a\nb\rc")
        #expect(String(decoding: text.bytes, as: UTF8.self) == "<a b c")
    }
}
