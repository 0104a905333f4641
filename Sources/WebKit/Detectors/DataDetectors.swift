/// The script that turns texts of pages into links, see ``WKWebViewConfiguration/dataDetectorTypes``.
@MainActor
enum DataDetectors {
    private static let world = WKContentWorld.world(name: "SWWebView/detectors")

    /// The types that are detected here.
    static let detected: WKDataDetectorTypes = [.phoneNumber, .link]

    /// Returns the script for documents of a view; nil where nothing is to be detected.
    static func script(for types: WKDataDetectorTypes) -> WKUserScript? {
        guard !types.isDisjoint(with: detected) else { return nil }
        let source = String(decoding: PackageResources.data_detectors_js, as: UTF8.self)
        let arguments = "{ telephone: \(types.contains(.phoneNumber)), link: \(types.contains(.link)) }"
        return WKUserScript(
            source: "\(source.trimmingCharacters(in: .whitespacesAndNewlines))(\(arguments));",
            injectionTime: .atDocumentEnd, forMainFrameOnly: false, in: world)
    }
}
