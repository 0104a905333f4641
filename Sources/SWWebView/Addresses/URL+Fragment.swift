import Foundation

extension URL {
    /// The address up to its fragment.
    var textWithoutFragment: String { String(absoluteString.prefix { $0 != "#" }) }
}
