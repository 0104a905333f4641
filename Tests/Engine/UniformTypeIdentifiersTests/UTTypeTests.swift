import Foundation
import Testing

@testable import UniformTypeIdentifiers

struct UTTypeTests {
    @Test(arguments: [
        ("html", "text/html"), ("HTM", "text/html"), ("js", "text/javascript"), ("mjs", "text/javascript"),
        ("json", "application/json"), ("map", "application/json"), ("css", "text/css"), ("svg", "image/svg+xml"),
        ("wasm", "application/wasm"), ("webmanifest", "application/manifest+json"), ("woff", "font/woff"),
        ("woff2", "font/woff2"), ("ttf", "font/ttf"), ("png", "image/png"), ("jpg", "image/jpeg"),
        ("gif", "image/gif"), ("webp", "image/webp"), ("avif", "image/avif"), ("ico", "image/vnd.microsoft.icon"),
        ("mp4", "video/mp4"), ("webm", "video/webm"), ("mp3", "audio/mpeg"), ("txt", "text/plain"),
        ("csv", "text/csv"), ("xml", "application/xml"), ("pdf", "application/pdf"),
    ])
    func `extensions of the web have the MIME types of the web`(filenameExtension: String, mimeType: String) {
        #expect(UTType(filenameExtension: filenameExtension)?.preferredMIMEType == mimeType)
    }

    @Test(arguments: [
        ("text/html", UTType.html), ("TEXT/HTML", .html), ("application/javascript", .javaScript),
        ("application/x-javascript", .javaScript), ("image/x-icon", .ico), ("image/jpg", .jpeg),
    ])
    func `MIME types of any letter case and their aliases lead to the type`(mimeType: String, type: UTType) {
        #expect(UTType(mimeType: mimeType) == type)
    }

    @Test func `a type has a preferred extension, and an abstract one has none`() {
        #expect(UTType.html.preferredFilenameExtension == "html")
        #expect(UTType.jpeg.preferredFilenameExtension == "jpeg")
        #expect(UTType.image.preferredFilenameExtension == nil)
        #expect(UTType.image.preferredMIMEType == nil)
    }

    @Test func `a type conforms to itself and its supertypes`() {
        #expect(UTType.html.conforms(to: .html))
        #expect(UTType.html.conforms(to: .text))
        #expect(UTType.html.conforms(to: .data))
        #expect(UTType.svg.conforms(to: .image) && UTType.svg.conforms(to: .xml))
        #expect(UTType.javaScript.conforms(to: .sourceCode))
        #expect(!UTType.png.conforms(to: .text))
        #expect(!UTType.html.isSubtype(of: .html))
        #expect(UTType.image.isSupertype(of: .png))
    }

    @Test func `unknown extensions and MIME types are dynamic types`() throws {
        let type = try #require(UTType(filenameExtension: "swwebview-unknown"))
        #expect(type.isDynamic)
        #expect(type.preferredMIMEType == nil)
        #expect(type.preferredFilenameExtension == "swwebview-unknown")
        #expect(type.conforms(to: .data))
        let mime = try #require(UTType(mimeType: "application/x-swwebview"))
        #expect(mime.isDynamic && mime.preferredMIMEType == "application/x-swwebview")
    }

    @Test func `a text that is no extension, MIME type or identifier is no type`() {
        #expect(UTType(filenameExtension: "") == nil)
        #expect(UTType(filenameExtension: "a/b") == nil)
        #expect(UTType(mimeType: "html") == nil)
        #expect(UTType(mimeType: "text/") == nil)
        #expect(UTType("no.such.type") == nil)
        #expect(UTType("public.html") == .html)
    }

    @Test func `an extension that does not fit the supertype is a dynamic type`() {
        #expect(UTType(filenameExtension: "html", conformingTo: .image)?.isDynamic == true)
        #expect(UTType(filenameExtension: "png", conformingTo: .image) == .png)
    }

    @Test func `a type is encoded as its identifier, and an unknown identifier is refused`() throws {
        let data = try JSONEncoder().encode([UTType.html])
        #expect(String(decoding: data, as: UTF8.self) == #"["public.html"]"#)
        #expect(try JSONDecoder().decode([UTType].self, from: data) == [.html])
        #expect(throws: DecodingError.self) { try JSONDecoder().decode([UTType].self, from: Data(#"["x"]"#.utf8)) }
    }

    @Test func `built-in identifiers are unique, and their supertypes exist`() {
        let identifiers = TypeDeclaration.builtIn.map(\.identifier)
        #expect(Set(identifiers).count == identifiers.count)
        for declaration in TypeDeclaration.builtIn {
            #expect(Set(declaration.supertypes).isSubset(of: identifiers), "\(declaration.identifier)")
        }
    }
}
