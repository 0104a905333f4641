public import Foundation

/// A picture that the camera takes.
public struct PhonePicture: Sendable, Equatable {
    /// The bytes of a PNG or JPEG file.
    public let data: Data
    /// The format: `png` or `jpeg`.
    public let format: String

    /// Reads a picture from a file.
    ///
    /// - Throws: ``NativeCallError`` for a file that is neither PNG nor JPEG, an error of Foundation for an unreadable file.
    public init(file: URL) throws {
        let data = try Data(contentsOf: file)
        guard let format = Self.format(of: data) else {
            throw NativeCallError("\(file.path) is neither a PNG nor a JPEG file.")
        }
        (self.data, self.format) = (data, format)
    }

    private init(png: Data) { (data, format) = (png, "png") }

    private static func format(of data: Data) -> String? {
        if data.starts(with: [0x89, 0x50, 0x4E, 0x47]) { return "png" }
        return data.starts(with: [0xFF, 0xD8, 0xFF]) ? "jpeg" : nil
    }

    /// A picture of stripes, 64 pixels wide and 48 high, which a test can distinguish from an empty picture.
    public static let generated: PhonePicture = {
        let (width, height) = (64, 48)
        var pixels = Data()
        for row in 0..<height {
            pixels.append(0)
            for column in 0..<width {
                let isLight = (row + column) / 8 % 2 == 0
                pixels.append(contentsOf: isLight ? [0xF2, 0xC1, 0x4E] : [0x1F, 0x4E, 0x79])
            }
        }
        return PhonePicture(png: PNGFile.data(width: width, height: height, rows: pixels))
    }()
}

/// A PNG file without compression, https://www.w3.org/TR/png-3/.
private enum PNGFile {
    static func data(width: Int, height: Int, rows: Data) -> Data {
        var file = Data([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A])
        // The pixels have 8 bits for each of red, green and blue.
        file += chunk("IHDR", bytes(UInt32(width)) + bytes(UInt32(height)) + [8, 2, 0, 0, 0])
        // The data is one stored block of zlib, RFC 1950 and 1951.
        let length = UInt16(rows.count)
        var stream = Data([0x78, 0x01, 0x01, UInt8(length & 0xFF), UInt8(length >> 8)])
        stream += [UInt8(~length & 0xFF), UInt8(~length >> 8)]
        stream += rows
        stream += bytes(adler32(rows))
        file += chunk("IDAT", stream)
        return file + chunk("IEND", Data())
    }

    private static func chunk(_ type: String, _ content: Data) -> Data {
        let body = Data(type.utf8) + content
        return bytes(UInt32(content.count)) + body + bytes(crc32(body))
    }

    private static func bytes(_ number: UInt32) -> Data { withUnsafeBytes(of: number.bigEndian) { Data($0) } }

    private static func adler32(_ data: Data) -> UInt32 {
        var (low, high): (UInt32, UInt32) = (1, 0)
        for byte in data {
            low = (low + UInt32(byte)) % 65521
            high = (high + low) % 65521
        }
        return high << 16 | low
    }

    private static func crc32(_ data: Data) -> UInt32 {
        ~data.reduce(UInt32.max) { sum, byte in
            (0..<8).reduce(sum ^ UInt32(byte)) { sum, _ in sum & 1 == 1 ? sum >> 1 ^ 0xEDB8_8320 : sum >> 1 }
        }
    }
}
