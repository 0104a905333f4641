import Foundation
import Testing
import UIKitSubset

struct UIImageTests {
    /// The signature and the header of a PNG file of 3 x 2 pixels.
    let png = Data([
        0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0, 0, 0, 13, 0x49, 0x48, 0x44, 0x52, 0, 0, 0, 3, 0, 0, 0, 2,
    ])
    let folder = URL(fileURLWithPath: FileManager.default.currentDirectoryPath, isDirectory: true)

    @Test func `a name finds a file of the working directory, with and without its suffix`() throws {
        let name = "picture-\(UUID().uuidString)"
        let file = folder.appendingPathComponent(name + ".png")
        try png.write(to: file)
        defer { try? FileManager.default.removeItem(at: file) }
        #expect(UIImage(named: name)?.size == CGSize(width: 3, height: 2))
        #expect(UIImage(named: name + ".png")?.pngData() == png)
        #expect(UIImage(named: name + ".jpg") == nil)
    }

    @Test func `a name finds no file outside the folders`() throws {
        let outside = FileManager.default.temporaryDirectory.appendingPathComponent("outside-\(UUID().uuidString).png")
        try png.write(to: outside)
        let link = folder.appendingPathComponent(outside.lastPathComponent)
        try FileManager.default.createSymbolicLink(at: link, withDestinationURL: outside)
        defer { for file in [outside, link] { try? FileManager.default.removeItem(at: file) } }
        let up = String(repeating: "../", count: folder.pathComponents.count)
        for name in [outside.path, up + outside.path.dropFirst(), outside.lastPathComponent, "", ".", "..", "/"] {
            #expect(UIImage(named: name) == nil, "\(name)")
        }
    }

    @Test func `a picture of the system is empty, and an empty name has none`() {
        #expect(UIImage(systemName: "xmark")?.size == .zero && UIImage(systemName: "xmark")?.pngData() == Data())
        #expect(UIImage(systemName: "") == nil)
    }
}
