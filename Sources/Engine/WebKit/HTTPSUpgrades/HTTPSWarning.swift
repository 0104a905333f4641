/// The page that asks a person before a page is loaded without encryption.
enum HTTPSWarning {
    /// Returns the page for an address over HTTP. Its link with the id `continue` leads there.
    static func page(for url: URL) -> String {
        let address = escaped(url.absoluteString)
        return """
            <!doctype html><meta name="viewport" content="width=device-width"><title>This Connection Is Not Secure</title>
            <style>body { font: 17px system-ui; margin: 15vh auto; max-width: 32em; padding: 0 1em }</style>
            <h1>This Connection Is Not Secure</h1>
            <p>\(escaped(url.host() ?? "")) cannot be reached over HTTPS. Others on the network could read or change what you send and see.</p>
            <p><a id="continue" href="\(address)">Continue over HTTP</a></p>
            """
    }

    private static func escaped(_ text: String) -> String {
        text.replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing("\"", with: "&quot;")
    }
}
