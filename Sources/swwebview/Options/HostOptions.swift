import ArgumentParser
import Foundation
import HostProfiles
import WebViewTesting

/// The options of the native half that pages find.
struct HostOptions: ParsableArguments {
    @Option(
        name: .long,
        help: ArgumentHelp(
            "Play the native half of this framework: its address, its bridge, and its plugins by simulation.",
            valueName: "framework"))
    var app: HostProfile = .swwebview

    @Option(
        name: .long,
        help: ArgumentHelp("The picture that the simulated camera takes: a PNG or JPEG file.", valueName: "file"))
    var camera: String?

    /// Sets the host, with a phone that all pages of the process share where there is a folder to keep its files in.
    ///
    /// - Throws: ``UsageError`` for a file that is no picture, or a folder that can't be used.
    @MainActor
    func apply(to options: inout PageOptions, storage: String?) throws {
        options.host = app
        guard storage != nil || camera != nil else { return }
        do {
            let phone: SimulatedPhone
            if let storage, app != .plain, app != .swwebview {
                phone = try SimulatedPhone(
                    folder: URL(fileURLWithPath: storage, isDirectory: true).appending(path: "phone"))
            } else {
                phone = SimulatedPhone()
            }
            if let camera { phone.picture = try PhonePicture(file: URL(fileURLWithPath: camera)) }
            options.phone = phone
        } catch {
            throw UsageError("--\(camera == nil ? "storage" : "camera"): \(error)")
        }
    }
}

extension HostProfile: ExpressibleByArgument {}
