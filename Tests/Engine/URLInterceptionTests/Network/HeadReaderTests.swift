import Foundation
import Testing

@testable import URLInterception

struct HeadReaderTests {
    /// Reads lines, and returns each head that they end.
    private func heads(_ lines: [[UInt8]], finishing: Bool = false) -> [ServerHead] {
        var reader = HeadReader()
        var heads = lines.compactMap { line in line.withUnsafeBytes { reader.read($0) } }
        if finishing, let last = reader.finish() { heads.append(last) }
        return heads
    }

    private func heads(_ text: String, finishing: Bool = false) -> [ServerHead] {
        heads(
            text.split(separator: "\n", omittingEmptySubsequences: false).map { Array($0.utf8) }, finishing: finishing)
    }

    @Test func `a head has its phrase, and headers of one name apart`() {
        let found = heads("HTTP/1.1 280 Own Phrase\nSet-Cookie: a=1, 2\nset-cookie:\t=\nX:\nx: 1 \n")
        #expect(
            found == [
                ServerHead(
                    status: 280, reasonPhrase: "Own Phrase",
                    headers: ["Set-Cookie": "a=1, 2", "set-cookie": "=", "X": "", "x": "1"])
            ])
        #expect(found.first?.fields == ["Set-Cookie": "a=1, 2, =", "X": ", 1"])
    }

    @Test(arguments: [("HTTP/2 200 ", ""), ("HTTP/1.1 200", ""), ("HTTP/1.0 200 A  B", "A  B")])
    func `a status line may have no phrase`(line: String, phrase: String) {
        #expect(heads("\(line)\n").map(\.reasonPhrase) == [phrase])
    }

    @Test func `informational heads and trailers are left out`() {
        let text = "HTTP/1.1 100 Continue\n\nHTTP/1.1 103 Early Hints\nLink: x\n\nHTTP/1.1 204 None\nA: 1\n\nB: 2\n"
        #expect(heads(text) == [ServerHead(status: 204, reasonPhrase: "None", headers: ["A": "1"])])
    }

    @Test func `a connection that ends within the head ends the head`() {
        #expect(heads("HTTP/1.1 200 OK\nA: 1", finishing: true).map(\.headers) == [["A": "1"]])
        #expect(heads("HTTP/1.1 200 OK\nA: 1\n", finishing: true).count == 1)
        #expect(heads("HTTP/1.1 100 Continue", finishing: true).isEmpty)
        #expect(heads([], finishing: true).isEmpty)
    }

    @Test func `bytes are UTF-8 or characters of the same number, and a bare return is a space`() {
        let line = { (value: [UInt8]) in Array("A: ".utf8) + value }
        for (value, text) in [([0xC3, 0xA6], "æ"), ([0xE6], "æ"), ([0x61, 0x0D, 0x62], "a b")] as [([UInt8], String)] {
            #expect(heads([Array("HTTP/1.1 200 OK".utf8), line(value), []]).first?.headers["A"] == text)
        }
    }

    @Test(arguments: ["", "HTTP/1.1", "HTTP/1.1 abc", "A: 1", "\u{0}", "HTTP/1.1 -5 x"])
    func `a text that is no status line begins no head`(text: String) {
        #expect(heads("\(text)\n\n", finishing: true).isEmpty)
    }
}
