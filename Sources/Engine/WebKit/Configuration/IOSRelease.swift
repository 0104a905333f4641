/// A release of iOS, such as 17.4.
package struct IOSRelease: Sendable, Comparable, CustomStringConvertible {
    package let major: Int
    package let minor: Int

    /// The release whose WebKit is about as old as this engine, and that views have unless they simulate another one.
    package static let newest = IOSRelease(26)

    package init(_ major: Int, _ minor: Int = 0) { (self.major, self.minor) = (major, minor) }

    package static func < (left: IOSRelease, right: IOSRelease) -> Bool {
        (left.major, left.minor) < (right.major, right.minor)
    }

    package var description: String { "\(major).\(minor)" }
}
