/// A report as one HTML file that needs no network and no other file. Its parts are HTML, except the title.
struct ReportDocument {
    let title: String
    /// The style sheets after that of all reports.
    var styles: [String] = []
    /// A script of the document; nil for a document that may run none.
    var script: String?
    /// Whether pictures in the document, as `data:` URLs, are shown.
    var hasPictures = false
    let header: String
    let main: String

    var html: String {
        let style = ([EmbeddedFiles.report_css] + styles).joined()
        var policy = "default-src 'none'; style-src 'unsafe-inline'"
        if script != nil { policy += "; script-src 'unsafe-inline'" }
        if hasPictures { policy += "; img-src data:" }
        return """
            <!doctype html>
            <html lang="en">
            <meta charset="utf-8">
            <meta name="viewport" content="width=device-width, initial-scale=1">
            <meta http-equiv="Content-Security-Policy" content="\(policy)">
            <title>\(ReportText.html(title))</title>
            <style>
            \(style)</style>
            <header>
            \(header)
            </header>
            <main>
            \(main)</main>
            \(script.map { "<script>\n\($0)</script>\n" } ?? "")</html>

            """
    }
}
