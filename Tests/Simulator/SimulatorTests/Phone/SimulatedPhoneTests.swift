import Foundation
import TestSupport
import Testing

@testable import Simulator

/// Tests of a simulated phone's data and of its errors.
@MainActor @Suite
struct SimulatedPhoneTests {
    @Test func `the next phone reads the preferences and files of a folder`() throws {
        let folder = try TemporaryFolder()
        let first = try SimulatedPhone(folder: folder.url)
        try first.preferences.set("key", to: "ü\u{0}")
        try Data("text".utf8).write(
            to: first.files.place(of: "file.txt", in: "TEMPORARY").deletingLastPathComponent().creating()
                .appendingPathComponent("file.txt"))
        let second = try SimulatedPhone(folder: folder.url)
        #expect(second.preferences["key"] == "ü\u{0}")
        #expect(try Data(contentsOf: second.files.place(of: "file.txt", in: "TEMPORARY")) == Data("text".utf8))
    }

    @Test func `a phone removes what a killed copy has left in its folder`() throws {
        let folder = try TemporaryFolder()
        let left = try SimulatedPhone(folder: folder.url).files.spare()
        try Data("text".utf8).write(to: left.creating().appendingPathComponent("file.txt"))
        try Data("text".utf8).write(to: folder.url.appendingPathComponent(".other"))
        _ = try SimulatedPhone(folder: folder.url)
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.url.path).sorted() == [".other", "files"])
    }

    @Test func `the files of a phone without a folder are removed with the phone`() throws {
        var phone: SimulatedPhone? = SimulatedPhone()
        let base = try #require(phone?.files.base)
        try phone?.preferences.set("key", to: "value")
        #expect(FileManager.default.fileExists(atPath: base.path))
        phone = nil
        #expect(!FileManager.default.fileExists(atPath: base.path))
    }

    @Test func `the error for a damaged file of preferences names the file, which stays unchanged`() throws {
        let folder = try TemporaryFolder()
        let file = folder.url.appendingPathComponent("preferences.json")
        try Data("{".utf8).write(to: file)
        let error = #expect(throws: NativeCallError.self) { _ = try SimulatedPhone(folder: folder.url) }
        #expect(error?.message.contains(file.path) == true)
        #expect(try Data(contentsOf: file) == Data("{".utf8))
    }

    @Test(arguments: ["../x", "a/../../x", "link/x", "link", "a/./../..", "x\0y"])
    func `a path outside the app's files is an error`(path: String) throws {
        let phone = SimulatedPhone()
        let documents = try phone.files.place(of: "a", in: "DOCUMENTS").deletingLastPathComponent().creating()
        try FileManager.default.createSymbolicLink(
            at: documents.appendingPathComponent("link"), withDestinationURL: URL(fileURLWithPath: "/etc"))
        #expect(throws: NativeCallError.self) { _ = try phone.files.place(of: path, in: "DOCUMENTS") }
    }

    @Test func `pages see URLs of a phone, which give the same file`() throws {
        let files = SimulatedPhone().files
        let place = try files.place(of: "a b/ü.txt", in: "LIBRARY")
        let address = files.address(of: place)
        #expect(address.hasPrefix("file:///var/mobile/Containers/Data/Application/"))
        #expect(!address.contains(files.base.lastPathComponent))
        #expect(try files.place(of: address, in: nil) == place)
        #expect(throws: NativeCallError.self) { _ = try files.place(of: place.path, in: nil) }
        #expect(throws: NativeCallError.self) { _ = try files.place(of: "x", in: "NOWHERE") }
    }

    @Test func `the error for an invalid order names the member, and no order is executed`() throws {
        let phone = SimulatedPhone()
        let orders: NativeValue = ["isActive": false, "keyboard": -1]
        let error = #expect(throws: NativeCallError.self) { try PhoneOrders.carryOut(orders, on: phone) }
        #expect(error?.message.contains("keyboard") == true)
        #expect(phone.isActive)
        try PhoneOrders.carryOut(["isActive": false], on: phone)
        #expect(!phone.isActive)
    }

    @Test func `the generated picture is a PNG file, and other files are errors`() throws {
        #expect(PhonePicture.generated.data.starts(with: [0x89, 0x50, 0x4E, 0x47]))
        let folder = try TemporaryFolder()
        let file = folder.url.appendingPathComponent("x.png")
        try Data("no picture".utf8).write(to: file)
        #expect(throws: NativeCallError.self) { _ = try PhonePicture(file: file) }
        try PhonePicture.generated.data.write(to: file)
        #expect(try PhonePicture(file: file) == .generated)
    }
}

extension URL {
    /// Creates the folder if it is missing, and returns it.
    fileprivate func creating() throws -> URL {
        try FileManager.default.createDirectory(at: self, withIntermediateDirectories: true)
        return self
    }
}
