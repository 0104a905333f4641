import ArgumentParser
import Foundation
import ProcessFiles
import SWWebView
import SchemeHandlers
import Simulator
import URLInterception
import WebKit
import WebViewTesting

/// The options that every command with a view has.
struct ViewOptions: ParsableArguments {
    @Option(
        name: .long, help: ArgumentHelp("Answer an origin from a folder or a server.", valueName: "origin=folder|url"))
    var map: [String] = []

    @Option(name: .long, help: ArgumentHelp("Load http(s) pages of this host under sw://.", valueName: "host"))
    var permit: [String] = []

    @OptionGroup(title: "Host options") var framework: HostOptions

    @Option(
        name: .long,
        help: ArgumentHelp(
            "The folder that sw://app.localhost/, or the framework's own origin, shows.", valueName: "folder"))
    var root: String?

    @Option(
        name: .long,
        help: ArgumentHelp(
            "Answer navigations to paths that a folder does not have with this file of the folder: index.html.",
            valueName: "file"))
    var fallback: String?

    @Option(name: .long, help: ArgumentHelp("Run this script in every frame first.", valueName: "file"))
    var inject: [String] = []

    @Option(
        name: .long, help: ArgumentHelp("The view's size in CSS pixels: 1024x768, or the device's.", valueName: "WxH"))
    var size: ViewSize?

    @OptionGroup(title: "Device options") var device: DeviceOptions

    @Option(
        name: .long,
        help: ArgumentHelp(
            "Simulate what this version of iOS lacks: Web APIs, bodies with files, service workers on http(s).",
            valueName: "15|16|17|18|26"))
    var ios: IOSVersion?

    @Option(
        name: .long,
        help: ArgumentHelp(
            "Pages are an app on the home screen, with push messages and notifications; with --web-app=sync also background sync.",
            valueName: "sync"))
    var webApp: WebAppOption = .no

    @OptionGroup(title: "Options of the native half") var native: NativeOptions

    @Option(
        name: .long,
        help: ArgumentHelp("Keep service workers, caches and databases in this folder.", valueName: "folder"))
    var storage: String?

    @Option(name: .long, help: ArgumentHelp("Show this folder's files at assets://.", valueName: "folder"))
    var assets: String?

    @Option(name: .long, help: ArgumentHelp("Show this database's tables at sqlite://.", valueName: "file"))
    var sqlite: String?

    @Option(
        name: .long,
        help: ArgumentHelp(
            "Fail everything that needs the network; with --offline=strict the folders of --map as well.",
            valueName: "strict"))
    var offline: Connectivity = .online

    @Option(
        name: .long,
        help: ArgumentHelp("How service workers see addresses: https://HOST/ or sw://HOST/.", valueName: "https|sw"))
    var workerAddresses: ServiceWorkerAddresses = .https

    @Option(
        name: .long,
        help: ArgumentHelp(
            "Give pages on sw:// the cookies of their site, or none as on iOS.", valueName: "site|none"))
    var cookies: PageCookieOption = .site

    @Option(
        name: .long,
        help: ArgumentHelp(
            "Send the bridge's commands and events over script messages and event streams, or over the channel.",
            valueName: "events|channel"))
    var bridge: BridgeTransport?

    @Option(
        name: .long, help: ArgumentHelp("Trust these certificates (PEM) beside the system's.", valueName: "file"))
    var ca: String?

    @Option(name: .long, help: ArgumentHelp("Read options from this YAML file.", valueName: "file"))
    var config: String?

    /// The most values that a repeated option may have.
    static let mostValues = 1000

    /// Refuses empty paths, which would stand for the current folder, and hosts that no address has.
    func validate() throws {
        for (name, values) in ["map": map, "permit": permit, "inject": inject] where values.count > Self.mostValues {
            throw ValidationError("--\(name): \(values.count) values are too many. Give \(Self.mostValues) at most.")
        }
        let paths = [
            "root": root, "storage": storage, "assets": assets, "sqlite": sqlite, "ca": ca, "config": config,
            "fallback": fallback,
        ]
        for (name, path) in paths.sorted(by: { $0.key < $1.key }) where path?.isEmpty == true {
            throw ValidationError("--\(name): the value is empty. Name a file or a folder, or leave the option out.")
        }
        if inject.contains("") { throw ValidationError("--inject: the value is empty. Name a JavaScript file.") }
        for host in permit {
            let url = URL(string: "http://\(host)/")
            guard let url, let name = url.host, url.absoluteString == "http://\(host)/", url.user == nil,
                host.lowercased() == name.lowercased() + (url.port.map { ":\($0)" } ?? "")
            else {
                throw ValidationError(
                    "--permit: “\(host)” is no host. Give a host alone, such as example.com or localhost:8080.")
            }
        }
    }

    /// Returns the options of a page in a view.
    ///
    /// - Throws: ``UsageError`` for a map that cannot be used or a file that cannot be read.
    @MainActor
    func pageOptions() async throws -> SimulatorOptions {
        var options = try pageOptionsWithoutNative()
        options.native = try await native.configuration()
        return options
    }

    /// Returns the options of pages without the native half, whose script takes time to load.
    @MainActor
    func pageOptionsWithoutNative() throws -> SimulatorOptions {
        var options = SimulatorOptions()
        do {
            options.origins = try OriginMap(map)
        } catch {
            throw UsageError("--map: \(error.message)")
        }
        options.origins.fallback = try fallback.map { try Self.checkedFallback($0) }
        do {
            if let ca { try TrustedCertificates.trust(URL(fileURLWithPath: ca)) }
        } catch {
            throw UsageError("--ca: \(error.message)")
        }
        options.permittedDomains = permit
        options.workerAddresses = workerAddresses
        options.allowsPageCookies = cookies == .site
        options.bridgeTransport = bridge ?? .channel
        options.connectivity = offline
        try device.apply(to: &options)
        options.system.version = ios
        options.system.webApp = webApp.features
        // The store's lock also protects the phone's folder, which follows.
        options.dataStore = try storage.map { try Self.dataStore($0) }
        try framework.apply(to: &options, storage: storage)
        if let size { options.size = CGSize(width: size.width, height: size.height) }
        if let root { try Self.serve(root, in: &options) }
        options.schemeHandlers = try schemeHandlers()
        try checkSchemes(of: options)
        options.injectedScripts += try inject.map { path in
            do { return try String(contentsOfFile: path, encoding: .utf8) } catch {
                throw UsageError("--inject: \(path) cannot be read: \(error.fileReason). Name a JavaScript file.")
            }
        }
        return options
    }

    /// Names options that do nothing for these pages. A configuration file may have them for others, so they are no errors.
    func nameIdleOptions(for pages: [PageReference], map: OriginMap) {
        let hasFolder =
            pages.contains { if case .file = $0.location { true } else { false } }
            || map.targets.values.contains { if case .folder = $0 { true } else { false } }
        if fallback != nil, !hasFolder {
            complain("--fallback does nothing here: it names a file of a folder. Map a folder with --map or --root.")
        }
    }

    /// Returns the handlers for assets:// and sqlite://.
    @MainActor
    private func schemeHandlers() throws -> [String: any WKURLSchemeHandler & Sendable] {
        var handlers: [String: any WKURLSchemeHandler & Sendable] = [:]
        do {
            if let assets {
                handlers["assets"] = try AssetsSchemeHandler(folder: URL(fileURLWithPath: assets, isDirectory: true))
            }
        } catch {
            throw UsageError("--assets: \(error.message)")
        }
        do {
            if let sqlite { handlers["sqlite"] = try SQLiteSchemeHandler(file: URL(fileURLWithPath: sqlite)) }
        } catch {
            throw UsageError("--sqlite: \(error.message)")
        }
        return handlers
    }

    /// - Throws: ``UsageError`` for a mapped origin whose scheme something else answers.
    @MainActor
    private func checkSchemes(of options: SimulatorOptions) throws {
        for origin in options.origins.targets.keys.sorted(by: { $0.description < $1.description }) {
            let scheme = origin.scheme
            guard options.origins.applicationSchemes.contains(scheme) else { continue }
            if options.schemeHandlers[scheme] != nil {
                throw UsageError("--map: \(origin) cannot be mapped: --\(scheme) answers \(scheme)://. Leave one out.")
            }
            if WKWebView.handlesURLScheme(scheme) {
                throw UsageError(
                    "--map: \(origin) cannot be mapped: WebKit itself loads \(scheme):. Use a scheme of the application's, "
                        + "such as capacitor://localhost, or sw://app.example.")
            }
        }
    }

    /// Opens the storage folder, which one process at a time may use, so that a second one fails at once.
    @MainActor
    private static func dataStore(_ path: String) throws -> WKWebsiteDataStore {
        let store = WKWebsiteDataStore.persistent(in: URL(fileURLWithPath: path, isDirectory: true))
        do {
            try store.openServiceWorkerStorage()
        } catch {
            throw UsageError("--storage: \(error)")
        }
        return store
    }

    private static func checkedFallback(_ path: String) throws -> String {
        guard !path.isEmpty, !path.hasPrefix("/"), !path.split(separator: "/").contains("..") else {
            throw UsageError("--fallback: name a file by its path inside the folders, such as index.html, not \(path).")
        }
        return path
    }

    /// Has the origin of files show a folder, also to pages that are named by their addresses.
    private static func serve(_ path: String, in options: inout SimulatorOptions) throws {
        let folder = URL(fileURLWithPath: path, isDirectory: true)
        guard let loader = try? DirectoryLoader(folder: folder), let origin = Origin(options.origin)
        else { throw UsageError("--root: \(path) is not a folder. Name the folder that the pages lie in.") }
        guard options.origins.targets[origin] == nil else {
            throw UsageError(
                "--root, --map: both have a folder or a server answer \(origin). Leave one of the two out.")
        }
        options.files = folder
        options.origins.map(origin, to: .folder(loader))
    }
}

extension ServiceWorkerAddresses: ExpressibleByArgument {}

/// The cookies of pages on `sw://`.
enum PageCookieOption: String, ExpressibleByArgument, CaseIterable {
    case site, none
}

extension BridgeTransport: ExpressibleByArgument {}

extension IOSVersion: ExpressibleByArgument {}

/// A size such as 390x844.
struct ViewSize: ExpressibleByArgument {
    let width: Int
    let height: Int

    private init(width: Int, height: Int) {
        self.width = width
        self.height = height
    }

    init?(argument: String) {
        let parts = argument.lowercased().split(separator: "x", omittingEmptySubsequences: false).map { Int($0) }
        guard parts.count == 2, let width = parts[0], let height = parts[1], (1...10_000).contains(width),
            (1...10_000).contains(height)
        else { return nil }
        self.init(width: width, height: height)
    }

    /// The size as it is written in an option: the driver hands it to its sessions.
    var defaultValueDescription: String { "\(width)x\(height)" }
}
