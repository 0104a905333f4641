/// The orientations of an interface. UIKit API.
public struct UIInterfaceOrientationMask: OptionSet, Sendable {
    /// The bits of the orientations.
    public let rawValue: UInt

    /// Makes orientations from bits.
    public init(rawValue: UInt) { self.rawValue = rawValue }

    /// Upright. UIKit API.
    public static let portrait = UIInterfaceOrientationMask(rawValue: 1 << 1)
    /// Upside down. UIKit API.
    public static let portraitUpsideDown = UIInterfaceOrientationMask(rawValue: 1 << 2)
    /// On the side, with the home button on the right. UIKit API.
    public static let landscapeRight = UIInterfaceOrientationMask(rawValue: 1 << 3)
    /// On the side, with the home button on the left. UIKit API.
    public static let landscapeLeft = UIInterfaceOrientationMask(rawValue: 1 << 4)
    /// On either side. UIKit API.
    public static let landscape: UIInterfaceOrientationMask = [.landscapeLeft, .landscapeRight]
    /// All orientations. UIKit API.
    public static let all: UIInterfaceOrientationMask = [.portrait, .landscape, .portraitUpsideDown]
    /// All orientations but upside down. UIKit API.
    public static let allButUpsideDown: UIInterfaceOrientationMask = [.portrait, .landscape]
}
