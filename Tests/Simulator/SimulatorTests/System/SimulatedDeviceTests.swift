import Testing

@testable import Simulator

@Suite("Simulated devices") struct SimulatedDeviceTests {
    @Test func `every device has a portrait size, a user agent, a top inset and a name of its own`() {
        #expect(SimulatedDevice.all.count >= 19)
        #expect(Set(SimulatedDevice.all.map(\.name)).count == SimulatedDevice.all.count)
        for device in SimulatedDevice.all {
            #expect(device.portraitSize.width < device.portraitSize.height)
            #expect(device.userAgent.hasPrefix("Mozilla/5.0 ("))
            #expect(device.safeAreaInsets.top > 0, "\(device.name)")
        }
    }

    @Test(arguments: ["iPhone 17 Pro", "iphone17pro", "IPHONE-17_PRO", " iPhone 17 pro "])
    func `a device name is found without regard to case, spaces and punctuation`(name: String) throws {
        #expect(try SimulatedDevice.named(name).name == "iPhone 17 Pro")
    }

    @Test func `an unknown device name throws with the names that come near it`() throws {
        let error = #expect(throws: UnknownDeviceError.self) { try SimulatedDevice.named("iPad Por 11") }
        #expect(error?.near.first == "iPad Pro 11")
        #expect(#expect(throws: UnknownDeviceError.self) { try SimulatedDevice.named("toaster") }?.near == [])
        #expect(#expect(throws: UnknownDeviceError.self) { try SimulatedDevice.named("mini") }?.near.count == 2)
    }

    @Test func `landscape orientation swaps the size of a device and moves its inset to the left`() throws {
        var device = try SimulatedDevice.named("iPhone 16")
        device.orientation = .landscape
        #expect(device.size.width == 852 && device.size.height == 393)
        #expect(device.safeAreaInsets.left == 59 && device.safeAreaInsets.top == 0)
    }
}
