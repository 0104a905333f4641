import Foundation
import ProcessFiles

/// The pictures of the Camera plugins.
@MainActor
enum PhoneCamera {
    /// Returns the result of Capacitor's `getPhoto`: `CameraPlugin.swift`.
    static func photo(_ phone: SimulatedPhone, _ options: NativeValue) throws -> NativeValue {
        guard phone.permission("camera") != "denied" else { throw NativeCallError("User denied access to camera") }
        guard phone.answerDialog() != .cancel else { throw NativeCallError("User cancelled photos app") }
        let picture = phone.picture
        let base64 = picture.data.base64EncodedString()
        var members: [String: NativeValue] = ["format": .string(picture.format), "saved": false, "exif": [:]]
        switch options["resultType"]?.string {
        case "base64": members["base64String"] = .string(base64)
        case "dataUrl": members["dataUrl"] = .string("data:image/\(picture.format);base64,\(base64)")
        default:
            let address = try file(of: picture, phone)
            members["path"] = .string(address)
            members["webPath"] = .string(
                "capacitor://localhost" + PhoneFilesEndpoint.capacitorPrefix + address.dropFirst("file://".count))
        }
        return .object(members)
    }

    /// Writes a picture to the app's temporary files, and returns its URL.
    static func file(of picture: PhonePicture, _ phone: SimulatedPhone) throws -> String {
        let place = try phone.files.place(of: "photo-\(UUID().uuidString).\(picture.format)", in: "TEMPORARY")
        try PrivateFiles.makeFolder(place.deletingLastPathComponent())
        try PrivateFiles.write(picture.data, to: place)
        return phone.files.address(of: place)
    }
}
