/// How service workers see the addresses of pages and resources under `sw://`.
///
/// Either way a worker may hand in both spellings: `fetch("https://app.example/x")` and `fetch("sw://app.example/x")` ask for the
/// same, and have the same key in a cache. A page's own `location` is `sw://` in both.
public enum ServiceWorkerAddresses: String, Sendable, CaseIterable {
    /// As `https://HOST/…`: `location`, `registration.scope`, `request.url`, `client.url` and the rest. SWWebView's workers on iOS
    /// saw the address that the app was written for, too, and many workers ignore a request whose address isn't http(s).
    case https
    /// As `sw://HOST/…`, which is the same spelling in page and worker.
    case sw
}
