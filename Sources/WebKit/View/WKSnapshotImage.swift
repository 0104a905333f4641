/// A picture of a view, in place of iOS's `UIImage`, as far as tests need it.
public struct WKSnapshotImage: Sendable {
    /// The width and height in pixels.
    public let size: CGSize
    private let png: Data

    init(size: CGSize, png: Data) {
        self.size = size
        self.png = png
    }

    /// The picture as a PNG file; empty for an empty picture. Named as `UIImage`'s method.
    public func pngData() -> Data? { png }
}
