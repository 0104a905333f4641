import Foundation
import WebKit

/// The head of a frame for a viewer, before a PNG file with the part of the picture that has changed.
///
/// The head is six 32-bit numbers, little-endian, in the order of these properties. `frameHead` of surface.js reads them.
struct FrameHead {
    /// The number of bytes of a head.
    static let size = 24

    var x: UInt32
    var y: UInt32
    var width: UInt32
    var height: UInt32
    /// The width of the whole picture.
    var wholeWidth: UInt32
    /// The height of the whole picture.
    var wholeHeight: UInt32

    init(_ frame: ViewFrame) {
        x = UInt32(frame.x)
        y = UInt32(frame.y)
        width = UInt32(frame.width)
        height = UInt32(frame.height)
        wholeWidth = UInt32(frame.wholeWidth)
        wholeHeight = UInt32(frame.wholeHeight)
    }

    /// Writes the head at the end of some bytes.
    func write(to bytes: inout Data) {
        for number in [x, y, width, height, wholeWidth, wholeHeight] {
            withUnsafeBytes(of: number.littleEndian) { bytes.append(contentsOf: $0) }
        }
    }
}
