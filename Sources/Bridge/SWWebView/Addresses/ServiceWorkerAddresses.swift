/// The form in which service workers see the addresses of pages and resources under `sw://`.
///
/// Workers may use both spellings in either form: `fetch("https://app.example/x")` and `fetch("sw://app.example/x")` request the
/// same resource, and have the same key in a cache. A page's own `location` is `sw://` in both.
public enum ServiceWorkerAddresses: String, Sendable, CaseIterable {
    /// As `https://HOST/…`: `location`, `registration.scope`, `request.url`, `client.url` and the rest. SWWebView's workers on
    /// iOS also saw the address that the app was written for, and many workers ignore a request whose address isn't http(s).
    case https
    /// As `sw://HOST/…`: page and worker see the same spelling.
    case sw
}
