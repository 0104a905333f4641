import Foundation
import LocalServer
import Testing

@testable import WebDriverServer

/// Tests for the content types that a page could send to a driver without a preflight.
struct ContentTypeTests {
    private func answer(_ method: String, _ type: String?) async -> (status: Int, text: String) {
        let handler = WebDriverHandler(
            DriverConfiguration(browser: "/none", browserVersion: "1", maxSessions: 1))
        let request = HTTPRequest(
            method: method, path: method == "GET" ? "/status" : "/session",
            headers: type.map { ["content-type": $0] } ?? [:], body: Data("no JSON".utf8))
        let response = await handler.handleRequest(request)
        return (response.status, String(decoding: response.body, as: UTF8.self))
    }

    @Test(arguments: [
        "text/plain", "TEXT/PLAIN;charset=UTF-8", "multipart/form-data; boundary=x",
        "application/x-www-form-urlencoded",
    ])
    func `a command with the content type of a form is refused`(type: String) async {
        let (status, text) = await answer("POST", type)
        #expect(status == 400)
        #expect(text.contains("send application/json"))
    }

    @Test(arguments: [nil, "application/json", "application/json; charset=utf-8"])
    func `a body of JSON or of no type is read, and a GET request of any type is answered`(type: String?) async {
        let (status, text) = await answer("POST", type)
        #expect(status == 400)
        #expect(text.contains("the body is not JSON"))
        #expect(await answer("GET", "text/plain").status == 200)
    }
}
