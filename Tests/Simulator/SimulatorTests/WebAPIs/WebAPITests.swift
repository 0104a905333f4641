import Testing

@testable import Simulator

/// The list of Web APIs.
struct WebAPITests {
    @Test func `each name is in the list once, and each version has a source`() {
        let names = WebAPI.all.flatMap(\.apis)
        #expect(names.count > 250 && Set(names).count == names.count)
        for api in WebAPI.all {
            #expect((api.ios == nil) == (api.source == nil), "\(api.feature)")
            #expect(api.class == .webkit || api.guide != nil, "\(api.feature) names no guide")
            #expect(!api.apis.isEmpty && !api.feature.isEmpty)
        }
    }

    @Test(arguments: [
        ("structuredClone", [16, 17, 18, 26]), ("AbortSignal.timeout", [16, 17, 18, 26]),
        ("URL.canParse", [17, 18, 26]),
        ("Promise.withResolvers", [18, 26]), ("URL.parse", [18, 26]), ("URLPattern", [26]), ("Map.getOrInsert", []),
        ("Notification", []), ("fetch", [15, 16, 17, 18, 26]),
    ])
    func `a version has the APIs of its first release`(name: String, versions: [Int]) throws {
        let api = try #require(WebAPI.all.first { $0.apis.contains(name) })
        #expect(IOSVersion.allCases.filter { api.exists(in: $0) }.map(\.rawValue) == versions)
    }

    @Test func `the user agent of a device gets the version of the system`() throws {
        let device = try SimulatedDevice.named("iPhone 17")
        #expect(IOSVersion.ios16.userAgent(of: device).contains("CPU iPhone OS 16_0 like Mac OS X"))
        #expect(IOSVersion.ios16.userAgent.contains("CPU iPhone OS 16_0 like Mac OS X"))
        #expect(IOSVersion.ios26.userAgent.contains("CPU iPhone OS 18_6 like Mac OS X"))
    }
}
