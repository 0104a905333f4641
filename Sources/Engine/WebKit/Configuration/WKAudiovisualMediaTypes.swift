/// Kinds of media, for the choice of what needs a gesture before it plays. Apple API.
public struct WKAudiovisualMediaTypes: OptionSet, Hashable, Sendable {
    /// The bits.
    public let rawValue: UInt

    /// Makes a set from its bits.
    public init(rawValue: UInt) { self.rawValue = rawValue }

    /// Media that can be heard.
    public static let audio = WKAudiovisualMediaTypes(rawValue: 1 << 0)
    /// Media that can be seen.
    public static let video = WKAudiovisualMediaTypes(rawValue: 1 << 1)
    /// Everything.
    public static let all = WKAudiovisualMediaTypes(rawValue: .max)
}
