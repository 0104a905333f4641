public import Foundation

/// A picture, which never changes. UIKit API, as far as the snapshot of a web view needs it. Any thread.
open class UIImage: NSObject, @unchecked Sendable {
    // Sendable: nothing changes after the initialisation, and subclasses add no state.

    /// The width and height in points: pixels divided by ``scale``. UIKit API.
    public let size: CGSize
    /// The number of pixels to a point. UIKit API.
    public let scale: CGFloat = 1
    private let png: Data

    /// Makes a picture of a PNG file with a known size, in pixels.
    public init(size: CGSize, png: Data) {
        self.size = size
        self.png = png
        super.init()
    }

    /// Reads the file of a picture; nil for anything else than PNG. UIKit API.
    ///
    /// Source: the IHDR chunk of PNG, https://www.w3.org/TR/png-3/#11IHDR
    public convenience init?(data: Data) {
        let head = [UInt8](data.prefix(24))
        guard head.count == 24, head[..<8].elementsEqual([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]) else {
            return nil
        }
        func number(at start: Int) -> Int { head[start..<start + 4].reduce(0) { $0 << 8 | Int($1) } }
        self.init(size: CGSize(width: number(at: 16), height: number(at: 20)), png: data)
    }

    /// Returns the picture as a PNG file; empty for an empty picture. UIKit API.
    open func pngData() -> Data? { png }
}
