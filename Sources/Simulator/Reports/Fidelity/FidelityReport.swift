public import Foundation
import HTTPMessages
import ProcessFiles

/// The Web APIs that the pages of a run used, by class.
public struct FidelityReport: Sendable, Equatable, Codable {
    /// The version of the format.
    public var version = 1
    /// The simulated version of iOS; nil for none.
    public var ios: Int?
    /// The features that the pages used, in the order of the list.
    public var features: [Feature] = []

    /// A feature that pages used.
    public struct Feature: Sendable, Equatable, Codable {
        /// The feature's name.
        public var feature: String
        /// The class.
        public var `class`: WebAPIClass
        /// The first version of iOS that has the feature, or `never`.
        public var since: String?
        /// The guide that describes it.
        public var guide: String
        /// The source of ``since``.
        public var source: String?
        /// The uses, by API and page.
        public var uses: [Use]

        package init(
            feature: String, class: WebAPIClass, since: String?, guide: String, source: String?, uses: [Use]
        ) {
            (self.feature, self.class, self.since) = (feature, `class`, since)
            (self.guide, self.source, self.uses) = (guide, source, uses)
        }
    }

    /// The use of an API by a page.
    public struct Use: Sendable, Equatable, Codable {
        /// The API.
        public var api: String
        /// The page's name.
        public var page: String
        /// The number of uses.
        public var count: Int
        /// The position of the first use, as `file:line:column`.
        public var position: String?

        package init(api: String, page: String, count: Int, position: String?) {
            (self.api, self.page, self.count, self.position) = (api, page, count, position)
        }
    }

    package init(ios: Int?, features: [Feature]) { (self.ios, self.features) = (ios, features) }

    /// The report as JSON text.
    public var json: Data { JSONText.data(self, [.sorted, .indented]) + Data("\n".utf8) }

    /// Writes the report: HTML to a file whose name ends in `.html`, JSON to one that ends in `.json`.
    ///
    /// - Throws: ``FidelityError`` for another name, or a file that cannot be written.
    public func write(to path: String) throws(FidelityError) {
        try Self.check(path)
        do throws(CocoaError) {
            try PrivateFiles.write(path.hasSuffix(".html") ? Data(html.utf8) : json, to: URL(fileURLWithPath: path))
        } catch {
            throw FidelityError("\(path) cannot be written: \(error.reason).")
        }
    }

    /// Checks the name of a report's file.
    ///
    /// - Throws: ``FidelityError``.
    public static func check(_ path: String) throws(FidelityError) {
        guard path.hasSuffix(".html") || path.hasSuffix(".json") else {
            throw FidelityError("“\(path)” is no name of a report. Name a file that ends in .html or .json.")
        }
    }
}
