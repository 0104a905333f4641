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

    /// Makes an empty picture. UIKit API.
    public convenience override init() { self.init(size: .zero, png: Data()) }

    /// Reads a PNG file of the application; nil without one. UIKit API.
    ///
    /// The file is named `name` or `name.png`, in the resources of the main bundle or else in the working directory. Unlike on iOS there
    /// are no asset catalogs, and a name that leads out of the two folders gives nil.
    public convenience init?(named name: String) {
        guard let data = Self.file(named: name) else { return nil }
        self.init(data: data)
    }

    /// Makes an empty picture; nil for an empty name. UIKit API. Unlike on iOS there are no pictures of the system.
    public convenience init?(systemName name: String) {
        guard !name.isEmpty else { return nil }
        self.init()
    }

    /// Returns the picture as a PNG file; empty for an empty picture. UIKit API.
    open func pngData() -> Data? { png }

    /// Returns the picture as a JPEG file. UIKit API. Unlike on iOS the method is unavailable, because nothing here writes JPEG.
    @available(*, unavailable, message: "UIKitSubset has no library that writes JPEG: use pngData()")
    open func jpegData(compressionQuality: CGFloat) -> Data? { nil }
}
