import HTTPMessages
import Testing

@testable import WebDriverServer

struct PrintParametersTests {
    @Test func `parameters that are left out have the defaults of the specification`() throws {
        let parameters = try PrintParameters([:])
        #expect(parameters.json == (try PrintParameters(parameters.json)).json)
        #expect(parameters.width == 21.59 && parameters.height == 27.94 && parameters.scale == 1)
        #expect(!parameters.isLandscape && !parameters.hasBackground && parameters.ranges.isEmpty)
        #expect(parameters.margins == (1, 1, 1, 1))
    }

    @Test func `page ranges are read from numbers, single pages and open or closed ranges`() throws {
        let ranges = try PrintParameters(["pageRanges": [2, "3", "4-5", "-6", "7-", " 8 - 9 "]]).ranges
        #expect(ranges.map(\.first) == [2, 3, 4, 1, 7, 8])
        #expect(ranges.map(\.last) == [2, 3, 5, 6, nil, 9])
    }

    @Test(
        arguments: [
            ([], "body"), (["orientation": "up"], "orientation"), (["scale": 0.05], "scale"), (["scale": "1"], "scale"),
            (["background": 1], "background"), (["shrinkToFit": "no"], "shrinkToFit"), (["page": []], "page"),
            (["page": ["height": 0]], "page.height"), (["margin": ["top": -1]], "margin.top"),
            (["margin": ["left": 11, "right": 11]], "margin"), (["pageRanges": "1"], "pageRanges"),
            (["pageRanges": [0]], "pageRanges"), (["pageRanges": ["-"]], "pageRanges"),
            (["pageRanges": ["4-2"]], "pageRanges"), (["pageRanges": ["1-2-3"]], "pageRanges"),
            (["pageRanges": ["a"]], "pageRanges"), (["pageRanges": [""]], "pageRanges"),
        ] as [(JSONValue, String)])
    func `a wrong parameter is an invalid argument and is named`(body: JSONValue, named: String) {
        let error = #expect(throws: WebDriverError.self) { try PrintParameters(body) }
        #expect(error?.code == .invalidArgument)
        #expect(error?.message.contains(named) == true)
    }

    /// Landscape paper is as wide as it was high.
    @Test func `margins that leave paper are read, and margins that leave none are refused`() throws {
        #expect(try PrintParameters(["orientation": "landscape", "margin": ["left": 25]]).margins.left == 25)
        #expect(throws: WebDriverError.self) { try PrintParameters(["margin": ["left": 25]]) }
        #expect(throws: WebDriverError.self) {
            try PrintParameters(["orientation": "landscape", "margin": ["top": 21]])
        }
    }
}
