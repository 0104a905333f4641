import HTTPMessages
import Testing

@testable import WebDriverServer

/// Matching, as https://www.w3.org/TR/webdriver2/#capabilities has it.
struct CapabilityTests {
    private let match = CapabilityMatch(browserVersion: "2.50.6")

    private func choose(_ capabilities: JSONValue) throws -> [String: JSONValue] {
        try match.choose(from: CapabilityRequest(["capabilities": capabilities]).candidates)
    }

    private func failure(_ body: JSONValue) -> WebDriverError? {
        #expect(throws: WebDriverError.self) {
            try match.choose(from: CapabilityRequest(body).candidates)
        }
    }

    @Test func `empty capabilities match, and none is chosen`() throws {
        #expect(try choose([:]) == [:])
        #expect(try choose(["alwaysMatch": [:], "firstMatch": [[:]]]) == [:])
        #expect(try choose(["alwaysMatch": ["browserName": nil]]) == [:])
    }

    @Test(
        arguments: [
            ["browserName": "swwebview"], ["browserVersion": "2.50.6"], ["browserVersion": "2.50"],
            ["browserVersion": "2"],
            ["platformName": "linux"], ["platformName": "LINUX"], ["platformName": "any"], ["webSocketUrl": false],
            ["webSocketUrl": true], ["wdio:enforceWebDriverClassic": true], ["goog:chromeOptions": ["args": ["--x"]]],
            ["moz:firefoxOptions": [:]], ["app:anything": 1],
            ["se:downloadsEnabled": true], ["webkitgtk:browserOptions": ["args": []]],
            ["unhandledPromptBehavior": "ignore"], ["unhandledPromptBehavior": ["alert": "accept"]],
            ["timeouts": ["script": nil, "pageLoad": 1000]],
        ] as [JSONValue])
    func `capabilities of the driver match and are chosen`(capabilities: JSONValue) throws {
        guard case .object(let members) = capabilities else { return }
        #expect(try choose(["alwaysMatch": capabilities]) == members)
    }

    @Test(
        arguments: [
            (["browserName": "firefox"], "browserName"), (["browserVersion": "2.5"], "browserVersion"),
            (["browserVersion": "2.50.61"], "browserVersion"), (["platformName": "mac"], "platformName"),
            (["webkitgtk:browserOptions": ["binary": "/bin/sh"]], "binary"),
        ] as [(JSONValue, String)])
    func `a capability that does not match creates no session and is named`(capabilities: JSONValue, named: String) {
        let error = failure(["capabilities": ["alwaysMatch": capabilities]])
        #expect(error?.code == .sessionNotCreated)
        #expect(error?.message.contains("“\(named)”") == true)
    }

    @Test(
        arguments: [
            ([], "body"), ([:], "capabilities"), (["desiredCapabilities": [:]], "capabilities"),
            (["capabilities": ["alwaysMatch": []]], "alwaysMatch"),
            (["capabilities": ["firstMatch": []]], "firstMatch"),
            (["capabilities": ["firstMatch": [1]]], "firstMatch[0]"),
            (["capabilities": ["alwaysMatch": ["browsername": "x"]]], "browsername"),
            (["capabilities": ["alwaysMatch": ["browserName": 1]]], "browserName"),
            (["capabilities": ["alwaysMatch": ["swwebview:option": [:]]]], "“swwebview:options”"),
            (["capabilities": ["alwaysMatch": ["webSocketUrl": "ws://x"]]], "webSocketUrl"),
            (["capabilities": ["alwaysMatch": ["acceptInsecureCerts": "yes"]]], "acceptInsecureCerts"),
            (["capabilities": ["alwaysMatch": ["pageLoadStrategy": "fast"]]], "pageLoadStrategy"),
            (["capabilities": ["alwaysMatch": ["proxy": "direct"]]], "proxy"),
            (["capabilities": ["alwaysMatch": ["timeouts": ["load": 1]]]], "load"),
            (["capabilities": ["alwaysMatch": ["timeouts": ["pageLoad": -1]]]], "timeouts.pageLoad"),
            (["capabilities": ["alwaysMatch": ["timeouts": ["implicit": nil]]]], "timeouts.implicit"),
            (["capabilities": ["alwaysMatch": ["unhandledPromptBehavior": "close"]]], "unhandledPromptBehavior"),
            (["capabilities": ["alwaysMatch": ["swwebview:options": []]]], "swwebview:options"),
            (
                ["capabilities": ["alwaysMatch": ["browserName": "a"], "firstMatch": [["browserName": "a"]]]],
                "browserName"
            ),
        ] as [(JSONValue, String)])
    func `malformed capabilities are an invalid argument and are named`(body: JSONValue, named: String) {
        let error = failure(body)
        #expect(error?.code == .invalidArgument)
        #expect(error?.message.contains(named) == true)
    }

    @Test func `the first entry of firstMatch that matches is chosen, merged with alwaysMatch`() throws {
        let chosen = try choose([
            "alwaysMatch": ["platformName": "linux"],
            "firstMatch": [["browserName": "chrome"], ["browserVersion": "2"], ["browserName": "swwebview"]],
        ])
        #expect(chosen == ["platformName": "linux", "browserVersion": "2"])
    }

    @Test func `the error names the mismatch of each entry of firstMatch`() {
        let first: JSONValue = [["browserName": "chrome"], ["platformName": "mac"]]
        let error = failure(["capabilities": ["firstMatch": first]])
        #expect(error?.message.contains("“browserName” is “chrome”") == true)
        #expect(error?.message.contains("“platformName” is “mac”") == true)
    }

    @Test func `the browser gets only the capabilities that it carries out`() {
        let chosen: [String: JSONValue] = [
            "browserName": "swwebview", "timeouts": ["script": 1], "swwebview:options": [:], "se:name": "x",
            "webSocketUrl": true,
            "goog:loggingPrefs": ["browser": "ALL"],
        ]
        #expect(CapabilityMatch.forwarded(chosen) == ["timeouts": ["script": 1], "webSocketUrl": true])
    }
}
