import Foundation
import FoundationNetworking
import Testing

@testable import Simulator

/// Tests of the requests that Capacitor's native half makes of a call's options.
@MainActor @Suite
struct CapacitorHTTPRequestTests {
    private func body(_ data: NativeValue, type: String, dataType: NativeValue = .undefined) throws -> String {
        let request = try CapacitorHTTPRequest.request(
            [
                "url": "https://app.example/", "data": data, "dataType": dataType,
                "headers": ["Content-Type": .string(type)],
            ], method: "post")
        #expect(request.httpMethod == "POST")
        return String(decoding: request.httpBody ?? Data(), as: UTF8.self)
    }

    @Test func `bodies have the format of their content type`() throws {
        #expect(try body("text", type: "text/plain") == "text")
        #expect(try body("text", type: "application/json") == "text")
        #expect(try body(["$date": 1, "a": [true]], type: "application/json").contains(#""$date":1"#))
        #expect(try body(["a b": "ü&=", "c": 1], type: "application/x-www-form-urlencoded") == "a+b=%C3%BC%26%3D&c=")
        #expect(try body("aGk=", type: "image/png", dataType: "file") == "hi")
        let part = "\r\n--x\r\nContent-Disposition: form-data; name=\"a%22\"\r\n\r\n1\r\n--x--\r\n"
        #expect(try body(["a\"": "1", "b": 2], type: "multipart/form-data; boundary=x") == part)
    }

    @Test func `a form of the page keeps its fields and files`() throws {
        let form: NativeValue = [
            ["key": "text", "value": "ü", "type": "string"],
            [
                "key": "file", "value": "aGk=", "type": "base64File", "contentType": "text/plain\r\nX: y",
                "fileName": "a\"b.txt",
            ],
        ]
        let body = try body(form, type: "multipart/form-data; boundary=\"y\"", dataType: "formData")
        #expect(body.hasPrefix("--y\r\nContent-Disposition: form-data; name=\"text\"\r\n\r\nü\r\n--y\r\n"))
        #expect(body.contains("filename=\"a%22b.txt\"\r\nContent-Type: text/plainX: y\r\n"))
        #expect(body.hasSuffix("\r\n\r\nhi\r\n--y--\r\n"))
    }

    @Test func `a content type without a boundary receives one`() throws {
        let request = try CapacitorHTTPRequest.request(
            [
                "url": "https://app.example/", "data": ["a": "1"], "headers": ["content-type": "multipart/form-data"],
            ], method: "PUT")
        let type = try #require(request.value(forHTTPHeaderField: "Content-Type"))
        let boundary = try #require(type.firstMatch(of: /boundary=(.+)$/)?.1)
        #expect(String(decoding: request.httpBody ?? Data(), as: UTF8.self).hasSuffix("--\(boundary)--\r\n"))
    }

    @Test func `parameters are added to the query, encoded unless the call refuses it`() throws {
        let options: NativeValue = ["url": "https://app.example/a b?x=1", "params": ["n": ["1", "2 3"], "m": 4]]
        let url = try CapacitorHTTPRequest.request(options, method: "GET").url
        #expect(url?.absoluteString == "https://app.example/a%20b?x=1&m=4&n=1&n=2%203")
    }

    @Test(arguments: ["", "file:///etc/passwd", "capacitor://localhost/", "https://", "data:,x", "//host"])
    func `only http and https addresses are requested`(url: String) {
        #expect(throws: NativeCallError.self) {
            _ = try CapacitorHTTPRequest.request(["url": .string(url)], method: "GET")
        }
    }
}
