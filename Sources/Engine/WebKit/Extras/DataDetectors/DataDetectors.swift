/// The script that turns texts of pages into links, see ``WKWebViewConfiguration/dataDetectorTypes``.
@MainActor
enum DataDetectors {
    private static let world = WKContentWorld.world(name: "SWWebView/detectors")

    /// The types that are detected here.
    static let detected: WKDataDetectorTypes = [
        .phoneNumber, .link, .address, .calendarEvent, .trackingNumber, .flightNumber,
    ]

    /// The detectors, then the function that calls them.
    private static let source = [
        EmbeddedFiles.contact_detectors_js, EmbeddedFiles.date_detectors_js,
        EmbeddedFiles.address_detectors_js, EmbeddedFiles.number_detectors_js,
        EmbeddedFiles.data_detectors_js,
    ].map { $0.trimmingCharacters(in: .whitespacesAndNewlines) }
        .joined(separator: "\n")

    /// Returns the script for documents of a view; nil where nothing is to be detected.
    static func script(for types: WKDataDetectorTypes) -> WKUserScript? {
        guard !types.isDisjoint(with: detected) else { return nil }
        let arguments = """
            { telephone: \(types.contains(.phoneNumber)), link: \(types.contains(.link)), \
            address: \(types.contains(.address)), date: \(types.contains(.calendarEvent)), \
            tracking: \(types.contains(.trackingNumber)), flight: \(types.contains(.flightNumber)) }
            """
        // A block, so that the detectors' names end with it.
        return WKUserScript(
            source: "{ \(source)(\(arguments)); }", injectionTime: .atDocumentEnd, forMainFrameOnly: false, in: world)
    }
}
