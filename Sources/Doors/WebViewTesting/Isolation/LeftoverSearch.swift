import Foundation

/// The script that searches an origin for data of earlier pages.
enum LeftoverSearch {
    /// The body of a function that returns the kinds of data it finds. The function runs in an empty document of the origin.
    static let body = "return await \(EmbeddedFiles.leftovers_js)"
}
