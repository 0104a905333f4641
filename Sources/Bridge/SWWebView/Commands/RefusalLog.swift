import Logging

/// Logs what a page or worker was refused, up to a number: it could fill the log otherwise.
enum RefusalLog {
    private static let most = 8
    private static let log = Logger(label: "swwebview.bridge")

    static func note(_ what: String, count: Int) {
        if count <= most { log.warning("refused \(what)") }
        if count == most { log.warning("further refusals are only counted") }
    }
}
