import ArgumentParser
import Foundation
import Simulator
import WebViewTesting

/// The options of the simulated framework.
struct HostOptions: ParsableArguments {
    @Option(
        name: .long,
        help: ArgumentHelp(
            "Simulate the native half of this framework: its origin, its bridge and its plugins.",
            valueName: "framework"))
    var app: AppFramework = .swwebview

    @Option(
        name: .long,
        help: ArgumentHelp("The picture of the simulated camera: a PNG or JPEG file.", valueName: "file"))
    var camera: String?

    @Option(
        name: .long,
        help: ArgumentHelp(
            "The app's capacitor.config.json: its name, and whether CapacitorHttp replaces fetch. "
                + "For Cordova the config.xml: the addresses that pages and frames may navigate to.", valueName: "file")
    )
    var appConfig: String?

    /// Sets the framework and the phone. With a folder for its files, all pages of the process share one phone.
    ///
    /// - Throws: ``UsageError`` for a file that is not a picture or not a configuration, or an unusable folder.
    @MainActor
    func apply(to options: inout SimulatorOptions, storage: String?) throws {
        options.app = app
        if camera != nil, app != .capacitor, app != .cordova {
            complain(
                "--camera does nothing here: --app \(app.rawValue) has no camera. Those of capacitor and cordova have one."
            )
        }
        if let appConfig {
            let file = URL(fileURLWithPath: appConfig)
            do {
                switch app {
                case .capacitor: options.capacitor = try CapacitorSettings(file: file)
                case .cordova: options.cordova = try CordovaSettings(file: file)
                default: throw UsageError("--app-config needs --app capacitor or --app cordova.")
                }
            } catch let error where !(error is UsageError) {
                throw UsageError("--app-config: \(appConfig): \(error.localizedDescription)")
            }
        }
        guard storage != nil || camera != nil else { return }
        var phone = SimulatedPhone()
        if let storage, app != .plain, app != .swwebview {
            let folder = URL(fileURLWithPath: storage, isDirectory: true).appending(path: "phone")
            do { phone = try SimulatedPhone(folder: folder) } catch { throw UsageError("--storage: \(error)") }
        }
        if let camera {
            do { phone.picture = try PhonePicture(file: URL(fileURLWithPath: camera)) } catch {
                throw UsageError("--camera: \(error)")
            }
        }
        options.phone = phone
    }
}

extension AppFramework: ExpressibleByArgument {}
