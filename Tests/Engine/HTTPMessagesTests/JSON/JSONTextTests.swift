import Foundation
import HTTPMessages
import Testing

struct JSONTextTests {
    @Test(arguments: ["[", #"{"a":"#])
    func `a text of openers alone is refused, however many there are`(opener: String) {
        for count in 510...516 {
            for encoding in [String.Encoding.utf8, .utf16LittleEndian, .utf16BigEndian, .utf32LittleEndian] {
                for end in ["", "[", "{"] {
                    let text = String(repeating: opener, count: count) + end
                    #expect(throws: DecodingError.self) {
                        try JSONText.decode([String].self, from: text.data(using: encoding) ?? Data())
                    }
                }
            }
        }
    }

    @Test func `a value is decoded`() throws {
        #expect(try JSONText.decode([String: [Int]].self, from: Data(#"{"a":[1]}"#.utf8)) == ["a": [1]])
    }
}
