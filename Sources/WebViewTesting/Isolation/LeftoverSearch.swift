import Foundation

/// The script that looks for what pages have left at an origin.
enum LeftoverSearch {
    /// The body of a function that returns the names of what it finds. It runs in an empty document of the origin.
    static let body = "return await \(String(decoding: PackageResources.leftovers_js, as: UTF8.self))"
}
