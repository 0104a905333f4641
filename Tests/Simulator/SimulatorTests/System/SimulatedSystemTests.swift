import Foundation
import Testing

@testable import Simulator

@Suite("Simulated systems") struct SimulatedSystemTests {
    @Test func `without a device plugins report an iPhone, and pages WebKit's own user agent`() {
        let system = SimulatedSystem()
        #expect(system.userAgent == nil)
        #expect(system.modelIdentifier == "iPhone18,1")
        #expect(system.deviceName == "iPhone")
        #expect(system.systemVersion == "18.7")
        #expect(system.languageCode == "en")
    }

    @Test func `what pages and plugins learn follows from device, version and locale`() throws {
        let system = SimulatedSystem(device: try .named("iPad mini"), version: .ios16, locale: "zh-Hans-CN")
        #expect(system.userAgent?.contains("iPad; CPU OS 16_0 like Mac OS X") == true)
        #expect(system.modelIdentifier == "iPad16,1")
        #expect(system.deviceName == "iPad")
        #expect(system.systemVersion == "16.0")
        #expect(system.languageCode == "zh")
    }

    @Test func `a version without a device has an iPhone's user agent`() {
        #expect(SimulatedSystem(version: .ios17).userAgent?.contains("iPhone OS 17_0") == true)
        #expect(SimulatedSystem(version: .ios26).systemVersion == "26.0")
    }

    @Test func `every device has a model of its own`() {
        let models = SimulatedDevice.all.map(\.modelIdentifier)
        #expect(Set(models).count == models.count)
        for device in SimulatedDevice.all {
            #expect(device.modelIdentifier.hasPrefix(device.name.hasPrefix("iPad") ? "iPad" : "iPhone"))
        }
    }
}
