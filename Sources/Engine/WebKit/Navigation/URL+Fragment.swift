import Foundation

extension URL {
    /// The address up to its fragment.
    package var textWithoutFragment: String { String(absoluteString.prefix { $0 != "#" }) }
}
