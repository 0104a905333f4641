import Testing

@testable import UniformTypeIdentifiers

struct TypeCatalogTests {
    private let catalog = TypeCatalog(
        database: SharedMIMEDatabase(
            globs: """
                # a comment
                80:application/x-strong:*.thing
                50:application/x-weak:*.thing
                50:application/javascript:*.js
                50:text/x-note:*.Note
                50:text/x-make:makefile
                50:application/x-numbered:*.so.[0-9]*
                """,
            aliases: "text/x-old-note text/x-note\n",
            subclasses: "application/x-strong application/json\ntext/x-note text/plain\n"))

    @Test func `the glob with the greatest weight wins`() {
        #expect(catalog.identifier(forExtension: "thing") == "dyn.mime.application/x-strong")
    }

    @Test func `built-in types win over the database`() {
        #expect(catalog.identifier(forExtension: "js") == UTType.javaScript.identifier)
        #expect(catalog.identifier(forMIMEType: "application/javascript") == UTType.javaScript.identifier)
    }

    @Test func `an alias leads to the canonical name`() {
        #expect(catalog.identifier(forMIMEType: "text/x-old-note") == "dyn.mime.text/x-note")
        #expect(catalog.identifier(forExtension: "note") == "dyn.mime.text/x-note")
    }

    @Test func `subclasses and families of MIME types become supertypes`() {
        #expect(
            catalog.declaration(of: "dyn.mime.application/x-strong")?.supertypes == ["public.json", "public.data"])
        #expect(catalog.declaration(of: "dyn.mime.text/x-note")?.supertypes == ["public.plain-text", "public.text"])
    }

    @Test func `globs that are no extension are left out`() {
        #expect(catalog.identifier(forExtension: "makefile") == nil)
        #expect(catalog.identifier(forExtension: "so.[0-9]*") == nil)
    }

    @Test func `web types are known without the database`() {
        let bare = TypeCatalog(database: SharedMIMEDatabase(folder: "/nonexistent"))
        #expect(bare.identifier(forExtension: "html") == "public.html")
        #expect(bare.identifier(forExtension: "thing") == nil)
    }
}
