import CWebKitGTK
import HTTPMessages
import Testing

@testable import WebKit

/// Responses to media elements, as WebKit's player needs them.
struct MediaResponseTests {
    static let url = "app://host/sound.wav"

    private func response(
        _ fields: [String: String], status: Int = 200, range: String? = nil, origin: String? = nil
    ) throws -> (MediaResponse, HTTPURLResponse, URLRequest) {
        let url = try #require(URL(string: Self.url))
        var request = URLRequest(url: url)
        request.setValue("audio", forHTTPHeaderField: CWK_MEDIA_HEADER)
        request.setValue(range, forHTTPHeaderField: "Range")
        request.setValue(origin, forHTTPHeaderField: "Origin")
        let media = try #require(MediaResponse(to: &request, at: url))
        let response = try #require(
            HTTPURLResponse(url: url, statusCode: status, httpVersion: "HTTP/1.1", headerFields: fields))
        return (media, response, request)
    }

    @Test func `a request without the header of media is no media request`() throws {
        let url = try #require(URL(string: Self.url))
        var request = URLRequest(url: url)
        request.setValue("bytes=1-", forHTTPHeaderField: "Range")
        #expect(MediaResponse(to: &request, at: url) == nil)
    }

    @Test func `a handler sees neither the header of media nor the address's own origin`() throws {
        let own = try response([:], range: "bytes=1-", origin: "app://host").2
        #expect(own.allHTTPHeaderFields ?? [:] == ["Range": "bytes=1-"])
        #expect(try response([:], origin: "app://other").2.value(forHTTPHeaderField: "Origin") == "app://other")
    }

    @Test(
        arguments: [
            (nil, 200, nil, "0123456789"), ("bytes=3-", 206, "bytes 3-9/10", "3456789"),
            ("bytes=3-5", 206, "bytes 3-5/10", "345"), ("bytes=10-", 416, "bytes */10", ""),
            ("bytes=a-", 200, nil, "0123456789"),
        ] as [(String?, Int, String?, String)])
    func `a whole response is cut to the range`(
        _ range: String?, _ status: Int, _ contentRange: String?, _ body: String
    ) throws {
        for fields in [["content-length": "10"], [:]] {
            var (media, whole, _) = try response(fields, range: range)
            var head = media.receive(whole)
            #expect((head == nil) == fields.isEmpty)
            var bytes = Data()
            for piece in ["01", "2345", "", "6789"] {
                let received = media.receive(Data(piece.utf8))
                head = head ?? received.head
                bytes += received.bytes
            }
            let last = media.finish()
            bytes += last.bytes
            head = head ?? last.head
            #expect(String(decoding: bytes, as: UTF8.self) == body)
            #expect(head?.status == status)
            #expect(head?.length == Int64(body.utf8.count))
            let headers = HeaderList(head?.headers ?? [:])
            #expect(headers["Content-Range"] == contentRange)
            #expect(headers["Content-Length"] == String(body.utf8.count))
            #expect(headers["Accept-Ranges"] == "bytes")
        }
    }

    @Test func `a part that the handler gives passes, with its length`() throws {
        var (media, part, _) = try response(["Content-Range": "bytes 3-5/10"], status: 206, range: "bytes=3-5")
        let head = media.receive(part)
        #expect(head?.status == 206)
        #expect(head?.length == 3)
        #expect(media.receive(Data("345".utf8)).bytes == Data("345".utf8))
    }

    @Test func `a response without an end is passed on without a length`() throws {
        var (media, endless, _) = try response(["Content-Type": "audio/mpeg"])
        #expect(media.receive(endless) == nil)
        #expect(media.receive(Data("ab".utf8)).bytes.isEmpty)
        let (head, bytes) = media.endCollecting()
        #expect(head?.length == nil)
        #expect(head.map { HeaderList($0.headers)["Accept-Ranges"] } == "none")
        #expect(bytes == Data("ab".utf8))
        #expect(media.receive(Data("c".utf8)).bytes == Data("c".utf8))
        #expect(media.finish().head == nil)
    }

    @Test func `the address's own origin may read the response, and no other origin`() throws {
        let allowed = "Access-Control-Allow-Origin"
        var (own, whole, _) = try response([allowed: "*", "Content-Length": "1"], origin: "app://host")
        let headers = HeaderList(own.receive(whole)?.headers ?? [:])
        #expect(headers[allowed] == "app://host")
        #expect(headers["Access-Control-Allow-Credentials"] == "true")
        for origin in ["app://other", "null", "https://host"] {
            var (other, whole, _) = try response(["Content-Length": "1"], origin: origin)
            #expect(other.receive(whole).map { HeaderList($0.headers)[allowed] } == .some(nil))
        }
    }
}
