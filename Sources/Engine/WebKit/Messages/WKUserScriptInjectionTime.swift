/// When a script is put into a page. Apple API.
public enum WKUserScriptInjectionTime: Int, Sendable {
    /// When the document element exists, before anything else of the page.
    case atDocumentStart = 0
    /// When the document has been read, before what it refers to has loaded.
    case atDocumentEnd = 1
}
