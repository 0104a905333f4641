import Foundation
import HTTPMessages
import Testing

@testable import WebDriverServer

struct SessionOptionsTests {
    private let known: [String: SessionOptionKind] = ["map": .list, "size": .text, "offline": .flag, "timeout": .text]

    @Test func `options of the right kind become arguments and a configuration file`() throws {
        let options = try SessionOptions(
            ["map": ["a=b", "c=d"], "size": "1x2", "offline": true, "timeout": 3], known: known)
        #expect(options.arguments == ["--map=a=b", "--map=c=d", "--offline", "--size=1x2", "--timeout=3"])
        let file = try JSONValue(json: options.file)
        #expect(file == ["map": ["a=b", "c=d"], "size": "1x2", "offline": true, "timeout": 3])
    }

    @Test func `one text is a list, and options that are false or null are left out`() throws {
        #expect(try SessionOptions(["map": "a=b"], known: known).arguments == ["--map=a=b"])
        #expect(try SessionOptions(["offline": false, "size": nil], known: known).arguments == [])
    }

    @Test func `a text with an option in it stays one argument`() throws {
        #expect(try SessionOptions(["size": "1x2 --offline"], known: known).arguments == ["--size=1x2 --offline"])
    }

    @Test(
        arguments: [
            (["maps": []], "maps"), (["map": [1]], "swwebview:options.map[0]"), (["map": 1], "swwebview:options.map"),
            (["size": true], "swwebview:options.size"), (["size": [:]], "swwebview:options.size"),
            (["offline": "true"], "swwebview:options.offline"),
        ] as [([String: JSONValue], String)])
    func `an unknown option or one of the wrong kind is an invalid argument and is named`(
        given: [String: JSONValue], named: String
    ) {
        let error = #expect(throws: WebDriverError.self) { try SessionOptions(given, known: known) }
        #expect(error?.code == .invalidArgument)
        #expect(error?.message.contains("“\(named)”") == true)
    }

    @Test func `options of the client override those of the driver`() {
        let client = SessionOptions(["size": "1x2"])
        let driver = SessionOptions(["size": "3x4", "offline": true])
        #expect(client.over(driver) == SessionOptions(["size": "1x2", "offline": true]))
    }
}
