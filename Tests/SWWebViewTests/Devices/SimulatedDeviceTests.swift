import Testing

@testable import SWWebView

@Suite("Simulated devices") struct SimulatedDeviceTests {
    @Test func tableIsWhole() {
        #expect(SimulatedDevice.all.count >= 19)
        #expect(Set(SimulatedDevice.all.map(\.name)).count == SimulatedDevice.all.count)
        for device in SimulatedDevice.all {
            #expect(device.portraitSize.width < device.portraitSize.height)
            #expect(device.userAgent.hasPrefix("Mozilla/5.0 ("))
            #expect(device.safeAreaInsets.top > 0, "\(device.name)")
        }
    }

    @Test(arguments: ["iPhone 17 Pro", "iphone17pro", "IPHONE-17_PRO", " iPhone 17 pro "])
    func namesAreMatchedLeniently(name: String) throws {
        #expect(try SimulatedDevice.named(name).name == "iPhone 17 Pro")
    }

    @Test func nearNamesAreTold() throws {
        let error = #expect(throws: UnknownDeviceError.self) { try SimulatedDevice.named("iPad Por 11") }
        #expect(error?.near.first == "iPad Pro 11")
        #expect(#expect(throws: UnknownDeviceError.self) { try SimulatedDevice.named("toaster") }?.near == [])
        #expect(#expect(throws: UnknownDeviceError.self) { try SimulatedDevice.named("mini") }?.near.count == 2)
    }

    @Test func turning() throws {
        var device = try SimulatedDevice.named("iPhone 16")
        device.orientation = .landscape
        #expect(device.size.width == 852 && device.size.height == 393)
        #expect(device.safeAreaInsets.left == 59 && device.safeAreaInsets.top == 0)
    }
}
