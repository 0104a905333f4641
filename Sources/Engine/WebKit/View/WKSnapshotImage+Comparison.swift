import CWebKitGTK

/// The differences between two pictures.
public struct WKSnapshotDifference: Sendable, Equatable {
    /// The sizes of the two, in pixels.
    public let sizes: [CGSize]
    /// Pixels that differ; those included that only one picture has.
    public let differentPixels: Int
    /// All pixels of an area that holds both pictures.
    public let totalPixels: Int
    /// The picture that was compared, pale, with the differing pixels in red, as a PNG file; nil where none differ.
    public let picture: Data?

    /// Of a hundred pixels, how many differ.
    public var percentage: Double { totalPixels == 0 ? 0 : Double(differentPixels) / Double(totalPixels) * 100 }
}

extension WKSnapshotImage {
    /// Reads a PNG file; nil where `pngData` is none.
    public convenience init?(pngData: Data) {
        let read = Self.pixels(of: pngData) { (_: UnsafePointer<UInt8>?, width: Int, height: Int) in
            CGSize(width: width, height: height)
        }
        guard let read else { return nil }
        self.init(size: read, png: pngData)
    }

    /// Compares with another picture, pixel by pixel.
    ///
    /// - Parameter tolerance: how far a channel, red, green, blue or alpha, may be off, of 255.
    /// - Returns: nil where one of the two is empty.
    public func difference(from other: WKSnapshotImage, tolerance: Int = 0) -> WKSnapshotDifference? {
        var comparison = PictureComparison()
        var picture: Data?
        let (png, otherPNG) = (pngData() ?? Data(), other.pngData() ?? Data())
        let result = png.withUnsafeBytes { first in
            otherPNG.withUnsafeBytes { second in
                withUnsafeMutablePointer(to: &picture) { picture in
                    picture_compare(
                        first.baseAddress, first.count, second.baseAddress, second.count, Int32(tolerance),
                        &comparison,
                        { png, length, context in
                            guard let png else { return }
                            context?.assumingMemoryBound(to: Data?.self).pointee = Data(bytes: png, count: length)
                        }, picture)
                }
            }
        }
        guard result == PICTURE_COMPARE_DONE else { return nil }
        return WKSnapshotDifference(
            sizes: [
                CGSize(width: Int(comparison.first_width), height: Int(comparison.first_height)),
                CGSize(width: Int(comparison.second_width), height: Int(comparison.second_height)),
            ], differentPixels: comparison.different, totalPixels: comparison.total, picture: picture)
    }

    /// Returns a JPEG file with the picture; nil where the picture is empty.
    ///
    /// - Parameter quality: 0 for the smallest file, up to 1 for the best picture.
    package func jpeg(quality: Double) -> Data? {
        let png = pngData() ?? Data()
        var file: Data?
        _ = png.withUnsafeBytes { bytes in
            withUnsafeMutablePointer(to: &file) { file in
                picture_jpeg(
                    bytes.baseAddress, bytes.count, Int32(quality * 100),
                    { jpeg, length, context in
                        guard let jpeg else { return }
                        context?.assumingMemoryBound(to: Data?.self).pointee = Data(bytes: jpeg, count: length)
                    }, file)
            }
        }
        return file
    }

    /// The colour of a pixel as red, green, blue and alpha, 0 to 255 each; nil outside. For tests.
    public func pixel(x: Int, y: Int) -> [UInt8]? {
        Self.pixels(of: pngData() ?? Data()) { (bytes, width, height) -> [UInt8]? in
            guard let bytes, (0..<width).contains(x), (0..<height).contains(y) else { return nil }
            return (0..<4).map { bytes[(y * width + x) * 4 + $0] }
        } ?? nil
    }

    private static func pixels<Value>(of png: Data, _ body: (UnsafePointer<UInt8>?, Int, Int) -> Value) -> Value? {
        typealias Reader = (UnsafePointer<UInt8>?, Int, Int) -> Void
        var value: Value?
        withoutActuallyEscaping(body) { body in
            var read: Reader = { value = body($0, $1, $2) }
            withUnsafeMutablePointer(to: &read) { read in
                _ = png.withUnsafeBytes { bytes in
                    picture_read(
                        bytes.baseAddress, bytes.count,
                        { pixels, width, height, context in
                            context?.assumingMemoryBound(to: Reader.self).pointee(pixels, Int(width), Int(height))
                        }, read)
                }
            }
        }
        return value
    }
}
