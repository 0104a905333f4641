import ArgumentParser
import LocalServer
import Simulator

/// The options of the interface of tests.
struct InterfaceOptions: ParsableArguments {
    @Flag(
        name: .long,
        help:
            "Serve a page for your browser: the tests with their results and the page that runs. It runs what you choose."
    )
    var ui = false

    /// The port for browsers where the user chooses none.
    static let usualPort: UInt16 = 4180

    @Option(
        name: .long,
        help: "The port that a browser opens with --ui; 0 picks a free one. (default: \(InterfaceOptions.usualPort))")
    var port: UInt16?

    @Option(
        name: .long,
        help: ArgumentHelp("The address that a browser opens with --ui: this machine's own.", valueName: "address"))
    var host: String?

    @Option(name: .long, help: "The secret that a browser has to know with --ui: the address gets it as ?token=.")
    var token: String?

    /// Checks that the options can be combined.
    func validate() throws {
        if let host, AppFramework(rawValue: host) != nil {
            throw ValidationError("--host: it is an address of this machine. Choose the native half by --app \(host).")
        }
        for (name, isGiven) in [("port", port != nil), ("host", host != nil), ("token", token != nil)]
        where isGiven && !ui {
            throw ValidationError("--\(name): it belongs to --ui. Add --ui, or leave --\(name) out.")
        }
    }

    /// - Throws: ``UsageError`` for an address that cannot be served.
    func address() throws -> LocalServerAddress {
        do {
            return try LocalServerAddress(host: host, port: port ?? Self.usualPort, token: token)
        } catch {
            throw UsageError(error.description)
        }
    }
}
