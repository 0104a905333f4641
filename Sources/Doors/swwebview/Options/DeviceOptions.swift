import ArgumentParser
import Foundation
import SWWebView
import Simulator
import WebKit
import WebViewTesting

/// The options of the pages' surroundings: a device, and the appearance of its system.
struct DeviceOptions: ParsableArguments {
    @Option(
        name: .long,
        help: ArgumentHelp("Stand in for this device: size, scale, safe area, user agent.", valueName: "name"))
    var device: String?

    @Flag(name: .long, help: "Hold the device on its side.")
    var landscape = false

    @Option(name: .long, help: ArgumentHelp("Device pixels to a CSS pixel: 1, 2 or 3.", valueName: "number"))
    var scale: Int?

    @Flag(name: .long, help: "Pages find prefers-color-scheme: dark.")
    var dark = false

    @Flag(name: .long, help: "Pages find prefers-reduced-motion: reduce.")
    var reducedMotion = false

    @Option(name: .long, help: ArgumentHelp("The user's language: en-US.", valueName: "tag"))
    var locale = "en-US"

    @Option(name: .long, help: ArgumentHelp("The user's time zone: Europe/Berlin.", valueName: "name"))
    var timezone: String?

    @Option(
        name: .long,
        help: ArgumentHelp(
            "Stop the clock that scripts read at this time: 2026-01-01T12:00.", valueName: "time"))
    var clock: String?

    @Option(
        name: .long,
        help: ArgumentHelp(
            "Show similar fonts of Debian under the names of iOS's, such as -apple-system. They must be installed.",
            valueName: "ios"))
    var fonts: FontChoice?

    @Flag(name: .long, help: "List the devices, and do nothing else.")
    var listDevices = false

    /// Sets the device's size and its other properties, also those that are shared by all views of the process.
    ///
    /// - Throws: ``UsageError`` for an unknown device or a scale out of range, or a locale that is no language tag.
    @MainActor
    func apply(to options: inout SimulatorOptions) throws {
        let device = try simulated()
        options.system.device = device
        if let scale, !(1...3).contains(scale) { throw UsageError("--scale: give 1, 2 or 3, not \(scale).") }
        options.system.scale = scale
        options.system.isDark = dark
        options.system.reducesMotion = reducedMotion
        options.system.hasIOSFonts = fonts == .ios
        guard locale.wholeMatch(of: /[A-Za-z]{2,8}(-[A-Za-z0-9]{1,8})*/) != nil else {
            throw UsageError("--locale: “\(locale)” is no language tag. Give one such as de-DE.")
        }
        options.system.locale = locale
        if let timezone {
            guard let zone = TimeZone(identifier: timezone) else {
                throw UsageError("--timezone: “\(timezone)” is no time zone. Give one such as Europe/Berlin.")
            }
            options.system.timeZone = zone
            // For the script of --native, which runs in this process.
            setenv("TZ", timezone, 1)
        }
        if let clock {
            guard let fixed = FixedClock(clock) else {
                throw UsageError(
                    "--clock: “\(clock)” is no time. Give one such as 2026-01-01T12:00 or 2026-01-01T12:00Z.")
            }
            options.system.clock = fixed
        }
        try options.system.prepareProcess()
    }

    private func simulated() throws -> SimulatedDevice? {
        guard let name = device else {
            guard !landscape else { throw UsageError("--landscape needs a device to hold: name one with --device.") }
            return nil
        }
        do {
            var device = try SimulatedDevice.named(name)
            device.orientation = landscape ? .landscape : .portrait
            return device
        } catch {
            throw UsageError("--device: \(error)")
        }
    }

    /// A line for each device.
    static var list: String {
        let names = SimulatedDevice.all.map(\.name.count).max() ?? 0
        return SimulatedDevice.all.map { device in
            var side = device
            side.orientation = .landscape
            let name = device.name.padding(toLength: names, withPad: " ", startingAt: 0)
            let size = "\(Int(device.size.width))x\(Int(device.size.height))"
                .padding(toLength: 9, withPad: " ", startingAt: 0)
            return "\(name)  \(size) @\(device.scale)x  safe area \(text(device.safeAreaInsets))"
                + ", on its side \(text(side.safeAreaInsets))\n"
        }.joined()
    }

    /// Returns insets in the order of CSS: top, right, bottom, left.
    private static func text(_ insets: UIEdgeInsets) -> String {
        [insets.top, insets.right, insets.bottom, insets.left].map { String(Int($0)) }.joined(separator: " ")
    }
}

/// A choice of fonts.
enum FontChoice: String, ExpressibleByArgument { case ios }
