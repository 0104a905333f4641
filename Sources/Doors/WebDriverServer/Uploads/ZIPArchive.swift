import CZlib
import Foundation

/// A ZIP archive in memory.
///
/// Source: APPNOTE, ".ZIP File Format Specification", sections 4.3 to 4.4, https://pkware.cachefly.net/webdocs/casestudies/APPNOTE.TXT
struct ZIPArchive {
    /// A file of an archive.
    struct Entry {
        let name: String
        let size: Int
        fileprivate let method: Int
        fileprivate let checksum: UInt
        fileprivate let compressedSize: Int
        fileprivate let header: Int
    }

    /// The reason why an archive cannot be read.
    struct Flaw: Error {
        let description: String
        init(_ description: String) { self.description = description }
    }

    private enum Layout {
        static let end = (signature: 0x0605_4B50, size: 22, longestComment: 65_535)
        static let entry = (signature: 0x0201_4B50, size: 46)
        static let file = (signature: 0x0403_4B50, size: 30)
    }

    private let bytes: [UInt8]
    /// The files, without folders.
    let entries: [Entry]

    /// Reads the list of files.
    ///
    /// - Throws: ``Flaw`` for bytes that are no archive.
    init(_ data: Data) throws(Flaw) {
        let bytes = [UInt8](data)
        self.bytes = bytes
        func number(_ offset: Int, _ count: Int) throws(Flaw) -> Int { try Self.number(bytes, offset, count) }
        let last = bytes.count - Layout.end.size
        let earliest = max(last - Layout.end.longestComment, 0)
        guard last >= 0,
            let end = try? stride(from: last, through: earliest, by: -1).first(where: { place in
                try Self.number(bytes, place, 4) == Layout.end.signature
            })
        else { throw Flaw("it has no central directory") }
        var place = try number(end + 16, 4)
        var entries: [Entry] = []
        for _ in 0..<(try number(end + 10, 2)) {
            guard try number(place, 4) == Layout.entry.signature else { throw Flaw("its central directory is cut") }
            let lengths = (
                name: try number(place + 28, 2), extra: try number(place + 30, 2), comment: try number(place + 32, 2)
            )
            let start = place + Layout.entry.size
            guard start + lengths.name <= bytes.count else { throw Flaw("its central directory is cut") }
            guard try number(place + 8, 2) & 1 == 0 else { throw Flaw("it is encrypted") }
            let name = String(decoding: bytes[start..<start + lengths.name], as: UTF8.self)
            if !name.hasSuffix("/") {
                entries.append(
                    Entry(
                        name: name, size: try number(place + 24, 4), method: try number(place + 10, 2),
                        checksum: UInt(try number(place + 16, 4)), compressedSize: try number(place + 20, 4),
                        header: try number(place + 42, 4)))
            }
            place = start + lengths.name + lengths.extra + lengths.comment
        }
        self.entries = entries
    }

    /// Returns the bytes of a file.
    ///
    /// - Throws: ``Flaw``, also for more bytes than the list of files says.
    func contents(of entry: Entry) throws(Flaw) -> Data {
        guard try Self.number(bytes, entry.header, 4) == Layout.file.signature else { throw Flaw("it is cut") }
        let names = try Self.number(bytes, entry.header + 26, 2) + Self.number(bytes, entry.header + 28, 2)
        let start = entry.header + Layout.file.size + names
        guard start + entry.compressedSize <= bytes.count else { throw Flaw("“\(entry.name)” is cut") }
        let packed = bytes[start..<start + entry.compressedSize]
        let contents: Data? =
            switch entry.method {
            case 0: packed.count == entry.size ? Data(packed) : nil
            case 8: Self.inflate(packed, size: entry.size)
            default: throw Flaw("“\(entry.name)” is packed with method \(entry.method): use deflate, or none")
            }
        guard let contents, Self.checksum(contents) == entry.checksum else { throw Flaw("“\(entry.name)” is damaged") }
        return contents
    }

    private static func number(_ bytes: [UInt8], _ offset: Int, _ count: Int) throws(Flaw) -> Int {
        guard offset >= 0, offset + count <= bytes.count else { throw Flaw("it is cut") }
        return (0..<count).reduce(0) { $0 | Int(bytes[offset + $1]) << (8 * $1) }
    }

    /// Returns exactly `size` bytes, or nil where the deflated data holds fewer or more.
    private static func inflate(_ packed: ArraySlice<UInt8>, size: Int) -> Data? {
        var stream = z_stream()
        // Without the header of a zlib stream, which an archive's files do not have.
        let opened = inflateInit2_(&stream, -MAX_WBITS, ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size))
        guard opened == Z_OK else { return nil }
        defer { inflateEnd(&stream) }
        var packed = Array(packed)
        // One more byte shows that there are too many.
        var unpacked = Data(count: size + 1)
        let result = packed.withUnsafeMutableBufferPointer { source in
            unpacked.withUnsafeMutableBytes { target in
                stream.next_in = source.baseAddress
                stream.avail_in = uInt(clamping: source.count)
                stream.next_out = target.bindMemory(to: Bytef.self).baseAddress
                stream.avail_out = uInt(clamping: target.count)
                return CZlib.inflate(&stream, Z_FINISH)
            }
        }
        guard result == Z_STREAM_END, Int(stream.total_out) == size else { return nil }
        return unpacked.prefix(size)
    }

    private static func checksum(_ data: Data) -> UInt {
        data.withUnsafeBytes { UInt(crc32(0, $0.bindMemory(to: Bytef.self).baseAddress, uInt(clamping: $0.count))) }
    }
}
